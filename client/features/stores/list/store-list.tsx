import { Button, Option, Select } from '@mui/joy'
import { useDeferredValue } from 'react'
import { matches } from '#client/components/fold-text.ts'
import { NoMatch } from '#client/components/list-frame.tsx'
import { FilterChip, ListToolbar } from '#client/components/list-toolbar.tsx'
import { useStorage } from '#client/components/use-storage.ts'
import { isView, type View, ViewSwitch } from '#client/components/view-switch.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { DocumentStore } from '#shared/stores.ts'
import type { StorePaths } from '../store-paths.ts'
import { StoreCard } from './store-card.tsx'
import { StoreTable } from './store-table.tsx'
import { filters, fits, useStoreView } from './use-store-view.ts'

const orders = ['changed', 'name', 'chunks'] as const
type Order = (typeof orders)[number]
const isOrder = (value: unknown): value is Order => orders.some((order) => order === value)

const PER_PAGE = 24

type Props = {
  all: readonly DocumentStore[]
  paths: StorePaths
  onEdit: (store: DocumentStore) => void
  onRemove: (store: DocumentStore) => void
}

export function StoreList({ all, paths, onEdit, onRemove }: Props) {
  const { stores: texts } = useTexts()
  const [language] = useLanguage()
  const { query, filter, page, setQuery, setFilter, setPage, clear } = useStoreView()
  const [order, setOrder] = useStorage<Order>('stores.order', 'changed', isOrder)
  const [view, setView] = useStorage<View>('stores.view', 'cards', isView)
  const requested = useDeferredValue(query)
  const found = all.filter(({ name, description }) => matches(`${name} ${description}`, requested))
  const shown = sortStores(found.filter(fits[filter]), order, language)
  const pages = Math.max(1, Math.ceil(shown.length / PER_PAGE))
  const from = (Math.min(page, pages) - 1) * PER_PAGE
  const part = shown.slice(from, from + PER_PAGE)
  const actions = { paths, onEdit, onRemove }

  return (
    <>
      <ListToolbar
        label={texts.search}
        query={query}
        onQuery={setQuery}
        count={texts.count(shown.length, all.length)}
      >
        {filters.map((each) => (
          <FilterChip
            key={each}
            label={texts.filters[each]}
            count={found.filter(fits[each]).length}
            isOn={filter === each}
            onToggle={() => setFilter(filter === each ? 'all' : each)}
          />
        ))}
        <span className="store-tools row gap-8">
          <Select
            variant="plain"
            size="sm"
            value={order}
            onChange={(_, next) => next && setOrder(next)}
            slotProps={{ button: { 'aria-label': texts.sort } }}
          >
            {orders.map((each) => (
              <Option key={each} value={each}>
                {texts.orders[each]}
              </Option>
            ))}
          </Select>
          <ViewSwitch view={view} onView={setView} words={texts.views} />
        </span>
      </ListToolbar>
      {shown.length === 0 && (
        <NoMatch title={texts.noMatch(query)} text={texts.noMatchText} onClear={clear} />
      )}
      {shown.length > 0 && view === 'cards' && (
        <ul className="store-grid grid gap-16 unpadded unlisted" aria-label={texts.title}>
          {part.map((store) => (
            <StoreCard key={store.id} store={store} {...actions} />
          ))}
        </ul>
      )}
      {shown.length > 0 && view === 'table' && <StoreTable rows={part} {...actions} />}
      {pages > 1 && (
        <nav className="row wraps gap-12 margin-16-0-0 text-13 text-tertiary" aria-label={texts.pages}>
          <span className="pushed-left">{texts.showing(from + 1, from + part.length, shown.length)}</span>
          <PageButton label={texts.previous} page={page - 1} isOn={from > 0} onPage={setPage} />
          <PageButton
            label={texts.following}
            page={page + 1}
            isOn={from + part.length < shown.length}
            onPage={setPage}
          />
        </nav>
      )}
    </>
  )
}

type PageProps = { label: string; page: number; isOn: boolean; onPage: (page: number) => void }

function PageButton({ label, page, isOn, onPage }: PageProps) {
  return (
    <Button size="sm" variant="outlined" color="neutral" disabled={!isOn} onClick={() => onPage(page)}>
      {label}
    </Button>
  )
}

function sortStores(all: readonly DocumentStore[], order: Order, language: string) {
  const { compare } = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
  const sorts: Record<Order, (a: DocumentStore, b: DocumentStore) => number> = {
    changed: (a, b) => b.updatedDate.localeCompare(a.updatedDate),
    name: (a, b) => compare(a.name, b.name),
    chunks: (a, b) => b.totalChunks - a.totalChunks,
  }
  return all.toSorted(sorts[order])
}
