import { Button, Checkbox } from '@mui/joy'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useMemo, useState } from 'react'
import { numberFormat } from '#client/components/intl.ts'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { RowMenu } from '#client/components/row-menu.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useVisitorData } from '../transfer/use-visitor-data.ts'
import type { InboxView } from '../view/use-inbox-view.ts'
import {
  arrangeLeads,
  type LeadColumn,
  type LeadOrder,
  type LeadRow,
  leadColumns,
  newestFirst,
} from './arrange-leads.ts'
import { LeadBar, outlined } from './lead-bar.tsx'

const PAGE = 50

export function LeadTable({ rows, view }: { rows: readonly LeadRow[]; view: InboxView }) {
  const { inbox } = useTexts()
  const [language] = useLanguage()
  const [order, setOrder] = useState<LeadOrder>(newestFirst)
  const [page, setPage] = useState(0)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const { search } = view
  const arranged = useMemo(
    () => arrangeLeads(rows, { search }, order, language),
    [rows, search, order, language],
  )
  const lastPage = Math.max(0, Math.ceil(arranged.length / PAGE) - 1)
  const at = Math.min(page, lastPage)
  const shown = arranged.slice(at * PAGE, (at + 1) * PAGE)
  const chosen = arranged.filter(({ id }) => selected.has(id))
  const isAll = shown.length > 0 && shown.every(({ id }) => selected.has(id))
  const toggle = (ids: readonly string[], isOn: boolean) =>
    setSelected(new Set(isOn ? [...selected, ...ids] : [...selected].filter((id) => !ids.includes(id))))
  const sortBy = (column: LeadColumn) =>
    setOrder({ column, isReversed: order.column === column && !order.isReversed })

  return (
    <>
      <LeadBar all={arranged} chosen={chosen} onDone={() => setSelected(new Set())} />
      <section
        className="inbox-lead-frame grows shrinks-y scrolls"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the arrow keys
        tabIndex={0}
        aria-label={inbox.leads.label}
      >
        <table className="inbox-lead-table full-width text-13 line-18 text-left">
          <thead>
            <tr>
              <td>
                <Checkbox
                  size="sm"
                  checked={isAll}
                  indeterminate={!isAll && chosen.length > 0}
                  onChange={({ target }) =>
                    toggle(
                      shown.map(({ id }) => id),
                      target.checked,
                    )
                  }
                  slotProps={{ input: { 'aria-label': inbox.leads.selectAll } }}
                />
              </td>
              {leadColumns.map((column) => (
                <Head key={column} column={column} order={order} onSort={sortBy} />
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {shown.map((lead) => (
              <Line
                key={lead.id}
                lead={lead}
                view={view}
                isSelected={selected.has(lead.id)}
                onSelect={(isOn) => toggle([lead.id], isOn)}
              />
            ))}
          </tbody>
        </table>
        {shown.length === 0 && <p className="pad-24 text-secondary">{inbox.leads.noMatch}</p>}
      </section>
      <Pager
        from={at * PAGE}
        shown={shown.length}
        all={arranged.length}
        page={at}
        lastPage={lastPage}
        onPage={setPage}
      />
    </>
  )
}

type HeadProps = { column: LeadColumn; order: LeadOrder; onSort: (column: LeadColumn) => void }

function Head({ column, order, onSort }: HeadProps) {
  const { inbox } = useTexts()
  const isSorted = order.column === column
  return (
    <th
      scope="col"
      data-column={column}
      aria-sort={isSorted ? (order.isReversed ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        className="inline-row gap-4 unpadded inherits-font medium no-background borderless pressable text-secondary min-height-24"
        onClick={() => onSort(column)}
      >
        {inbox.leads.columns[column]}
        {isSorted && (order.isReversed ? <ArrowDown size={12} /> : <ArrowUp size={12} />)}
      </button>
    </th>
  )
}

type LineProps = { lead: LeadRow; view: InboxView; isSelected: boolean; onSelect: (isOn: boolean) => void }

function Line({ lead, view, isSelected, onSelect }: LineProps) {
  const { inbox } = useTexts()
  const { exportAll, erase } = useVisitorData()
  const { name, email, phone, flowName, chatflowid: flowId, chatId, createdDate } = lead
  const title = name ?? email ?? phone ?? inbox.leads.unnamed
  const open = () =>
    view.change({ tab: undefined, q: undefined, chat: chatId, in: view.flowId ? undefined : flowId })
  return (
    <tr data-selected={isSelected || undefined}>
      <td>
        <Checkbox
          size="sm"
          checked={isSelected}
          onChange={({ target }) => onSelect(target.checked)}
          slotProps={{ input: { 'aria-label': inbox.leads.select(title) } }}
        />
      </td>
      <td className="medium">{name ?? '–'}</td>
      <td data-empty={email === null || undefined}>
        {email ? (
          <a className="text-link" href={`mailto:${email}`}>
            {email}
          </a>
        ) : (
          '–'
        )}
      </td>
      <td className="tabular one-line" data-empty={phone === null || undefined}>
        {phone ?? '–'}
      </td>
      <td className="text-secondary" data-column="flow">
        {flowName}
      </td>
      <td className="text-secondary one-line">
        <RelativeTime iso={createdDate} />
      </td>
      <td>
        <span className="row gap-4 at-end">
          <Button size="sm" variant="plain" color="neutral" onClick={open}>
            {inbox.leads.conversation}
          </Button>
          <RowMenu
            label={inbox.leads.menu(title)}
            zIndex={1400}
            actions={[
              { label: inbox.privacy.export, run: () => void exportAll({ flowId, chatId }, title) },
              { label: inbox.privacy.erase, run: () => void erase({ flowId, chatId }, title), danger: true },
            ]}
          />
        </span>
      </td>
    </tr>
  )
}

type PagerProps = {
  from: number
  shown: number
  all: number
  page: number
  lastPage: number
  onPage: (page: number) => void
}

function Pager({ from, shown, all, page, lastPage, onPage }: PagerProps) {
  const { inbox } = useTexts()
  const [language] = useLanguage()
  const count = (value: number) => numberFormat(language).format(value)
  const first = shown === 0 ? 0 : from + 1
  return (
    <footer className="inbox-pager row gap-8 line-above text-13 line-18 text-secondary">
      <span role="status">{inbox.leads.range(count(first), count(from + shown), count(all))}</span>
      {lastPage > 0 && (
        <>
          <Button {...outlined} disabled={page === 0} onClick={() => onPage(page - 1)}>
            {inbox.leads.previous}
          </Button>
          <Button {...outlined} disabled={page === lastPage} onClick={() => onPage(page + 1)}>
            {inbox.leads.next}
          </Button>
        </>
      )}
    </footer>
  )
}
