import { IconButton, Input, Option, Select } from '@mui/joy'
import { Search, X } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { type View, ViewSwitch } from '#client/components/view-switch.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { type Order, sortKeys } from './arrange-flows.ts'

type Props = {
  searchRef: Ref<HTMLInputElement>
  query: string
  onQuery: (query: string) => void
  order: Order
  onOrder: (order: Order) => void
  view: View
  onView: (view: View) => void
  count: { shown: number; all: number }
  children: ReactNode
}

export function FlowToolbar({ searchRef, query, onQuery, children, ...rest }: Props) {
  const { order, onOrder, view, onView, count } = rest
  const { flows: texts, common } = useTexts()
  return (
    <search className="row wraps gap-8-12 margin-bottom-20">
      <Input
        className="flow-search"
        type="search"
        aria-label={texts.search}
        placeholder={texts.search}
        startDecorator={<Search size={16} />}
        endDecorator={
          query === '' ? (
            <kbd className="pad-0-6 code-11 text-tertiary outlined round-xs">/</kbd>
          ) : (
            <IconButton
              size="sm"
              variant="plain"
              aria-label={common.clearFilters}
              onClick={() => onQuery('')}
            >
              <X size={14} />
            </IconButton>
          )
        }
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onQuery('')}
        slotProps={{ input: { ref: searchRef } }}
      />
      {children}
      <span className="flow-count text-13 text-tertiary pushed-left" role="status">
        {texts.count(count.shown, count.all)}
      </span>
      <Select
        variant="plain"
        value={order.key}
        aria-label={texts.sort}
        onChange={(_, key) => key && onOrder({ key, isReversed: false })}
        slotProps={{ button: { 'aria-label': texts.sort } }}
      >
        {sortKeys.map((key) => (
          <Option key={key} value={key}>
            {texts.sorts[key]}
          </Option>
        ))}
      </Select>
      <ViewSwitch view={view} onView={onView} words={texts} />
    </search>
  )
}
