import { Sheet, Table } from '@mui/joy'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { formatMoney, formatNumber } from '#client/components/format-money.ts'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { FlowSummary } from '#shared/flows.ts'
import { nextOrder, type Order, type SortKey, tagsOf } from './arrange-flows.ts'
import { FlowMenu } from './flow-menu.tsx'
import { FlowState } from './flow-state.tsx'
import type { FlowActions, FlowPaths } from './use-flow-actions.tsx'

type Props = {
  flows: FlowSummary[]
  order: Order
  onOrder: (order: Order) => void
  actions: FlowActions
  paths: FlowPaths
}

export function FlowTable({ flows, order, onOrder, actions, paths }: Props) {
  const { flows: texts, flowList } = useTexts()
  const { columns } = texts
  const head = { order, onOrder }

  return (
    <Sheet variant="outlined" sx={{ borderRadius: 'md', overflow: 'auto' }}>
      <Table aria-label={texts.tableLabel} sx={{ minWidth: 880 }}>
        <thead>
          <tr>
            <SortHead {...head} sortKey="name">
              {columns.name}
            </SortHead>
            <th scope="col" style={{ width: 120 }}>
              {flowList.stateColumn}
            </th>
            <th scope="col" style={{ width: '16%' }}>
              {columns.tags}
            </th>
            <th scope="col" className="num" style={{ width: 90 }}>
              {columns.nodes}
            </th>
            <SortHead {...head} sortKey="messages" width={130} isNumber>
              {columns.messages}
            </SortHead>
            <SortHead {...head} sortKey="cost" width={120} isNumber>
              {columns.cost}
            </SortHead>
            <SortHead {...head} sortKey="updated" width={140}>
              {columns.changed}
            </SortHead>
            <th scope="col" style={{ width: 56 }}>
              <span className="visually-hidden">{columns.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {flows.map((flow) => (
            <FlowRow key={flow.id} flow={flow} path={paths.canvas(flow.id)} actions={actions} />
          ))}
        </tbody>
      </Table>
    </Sheet>
  )
}

function FlowRow({ flow, path, actions }: { flow: FlowSummary; path: string; actions: FlowActions }) {
  const [language] = useLanguage()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const { id, name, category, nodeCount, messages, cost, updatedDate, draft, description } = flow
  return (
    <tr
      onContextMenu={(event) => {
        event.preventDefault()
        setMenuOpen(true)
      }}
    >
      <td>
        <Link
          to={path}
          className="flow-link clips breaks-anywhere text-primary no-underline"
          data-flow-link={id}
        >
          {name}
        </Link>
        {description && (
          <small className="flow-table-description clips text-12 text-tertiary">{description}</small>
        )}
      </td>
      <td>
        <FlowState draft={draft} />
      </td>
      <td>
        {tagsOf(category).map((tag) => (
          <span key={tag} className="tag">
            {tag}
          </span>
        ))}
      </td>
      <td className="num">{formatNumber(nodeCount, language)}</td>
      <td className="num">{formatNumber(messages, language)}</td>
      <td className="num">{formatMoney(cost, language)}</td>
      <td>
        <RelativeTime iso={updatedDate} />
      </td>
      <td>
        <FlowMenu flow={flow} actions={actions} isOpen={isMenuOpen} onOpenChange={setMenuOpen} />
      </td>
    </tr>
  )
}

type HeadProps = {
  sortKey: SortKey
  order: Order
  onOrder: (order: Order) => void
  width?: number
  isNumber?: boolean
  children: ReactNode
}

/** Names and dates start ascending, figures descending; the arrow shows the column's actual order. */
function SortHead({ sortKey, order, onOrder, width, isNumber = false, children }: HeadProps) {
  const isSorted = order.key === sortKey
  const isAscending = (sortKey === 'name') !== order.isReversed
  const ariaSort = isAscending ? 'ascending' : 'descending'
  return (
    <th
      scope="col"
      className={isNumber ? 'num' : undefined}
      style={{ width }}
      aria-sort={isSorted ? ariaSort : 'none'}
    >
      <button
        type="button"
        className="sort-button inline-row gap-4 inherits-font no-background borderless pressable inherits-color"
        onClick={() => onOrder(nextOrder(order, sortKey))}
      >
        {children}
        {isSorted && (isAscending ? <ArrowUp size={12} /> : <ArrowDown size={12} />)}
      </button>
    </th>
  )
}
