import { Button } from '@mui/joy'
import { FileText, Globe, type LucideIcon, Type } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { type Column, DataTable } from '#client/components/data-table.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { matches } from '#client/components/fold-text.ts'
import { formatBytes } from '#client/components/format-bytes.ts'
import { formatNumber } from '#client/components/format-money.ts'
import { ListFrame, NoMatch } from '#client/components/list-frame.tsx'
import { FilterChip, ListToolbar } from '#client/components/list-toolbar.tsx'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { type RowAction, RowMenu } from '#client/components/row-menu.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useSentence } from '#client/texts/use-sentence.ts'
import type { DocumentStore, StoreLoader } from '#shared/stores.ts'
import { hasFailed, isConfigured } from '../parts/next-step.ts'
import { useLoaderLabel } from '../parts/use-loader-label.ts'
import { useScheduleText } from '../parts/use-schedule-text.ts'
import type { StorePaths } from '../store-paths.ts'
import { SourceState } from './source-state.tsx'
import type { SourceActions } from './use-source-actions.ts'

type SourceDialogs = {
  onUpsert: (source: StoreLoader) => void
  onRename: (source: StoreLoader) => void
  onSchedule: (source: StoreLoader) => void
  onApi: (source: StoreLoader) => void
}

type Props = SourceDialogs & {
  store: DocumentStore
  paths: StorePaths
  actions: SourceActions
}

export function SourceTable(props: Props) {
  const { stores } = useTexts()
  const texts = stores.sources
  const [language] = useLanguage()
  const { loaders } = props.store
  const labelOf = useLoaderLabel()
  const [query, setQuery] = useState('')
  const [filter, setFilter] = useState<'failed' | 'stale'>()
  const is = { failed: hasFailed, stale: ({ status }: StoreLoader) => status === 'STALE' }
  const found = loaders.filter(({ name, source, loaderId }) =>
    matches(`${name} ${source} ${labelOf(loaderId)}`, query),
  )
  const shown = filter ? found.filter(is[filter]) : found
  const bytes = loaders.reduce((sum, source) => sum + source.bytes, 0)
  const columns = useColumns(props)
  if (loaders.length === 0) {
    return <EmptyState dashed title={texts.emptyTitle} text={texts.emptyText} />
  }
  return (
    <div>
      <div className="source-head row wraps gap-8">
        <h2>{texts.title(loaders.length)}</h2>
        <span className="text-13 text-tertiary">{texts.bytes(formatBytes(bytes, language))}</span>
      </div>
      <ListToolbar
        label={texts.search}
        query={query}
        onQuery={setQuery}
        count={shown.length === loaders.length ? '' : stores.count(shown.length, loaders.length)}
      >
        {(['failed', 'stale'] as const).map((each) => {
          const count = found.filter(is[each]).length
          return (
            (count > 0 || filter === each) && (
              <FilterChip
                key={each}
                label={texts.filters[each]}
                count={count}
                isOn={filter === each}
                onToggle={() => setFilter(filter === each ? undefined : each)}
              />
            )
          )
        })}
      </ListToolbar>
      {shown.length === 0 ? (
        <NoMatch
          title={stores.noMatch(query)}
          text={texts.noMatchText}
          onClear={() => {
            setQuery('')
            setFilter(undefined)
          }}
        />
      ) : (
        <ListFrame>
          <DataTable
            label={texts.title(loaders.length)}
            columns={columns}
            rows={shown}
            keyOf={({ id }) => id}
            language={language}
            minWidth={1040}
            details={(source) => (hasFailed(source) ? <Failure source={source} {...props} /> : undefined)}
            phone={(source) => <PhoneRow source={source} {...props} />}
          />
        </ListFrame>
      )}
    </div>
  )
}

function useColumns(props: Props): Column<StoreLoader>[] {
  const { stores } = useTexts()
  const { columns } = stores.sources
  const [language] = useLanguage()
  const labelOf = useLoaderLabel()
  const figure = (count: number) => (count > 0 ? formatNumber(count, language) : '–')
  return [
    { id: 'state', head: columns.state, width: 200, cell: (source) => <State source={source} {...props} /> },
    { id: 'source', head: columns.source, cell: (source) => <Name source={source} {...props} /> },
    {
      id: 'loader',
      head: columns.loader,
      width: 96,
      cell: ({ loaderId }) => labelOf(loaderId),
    },
    {
      id: 'splitter',
      head: columns.splitter,
      width: 150,
      cell: (source) => <Splitter source={source} />,
    },
    {
      id: 'chunks',
      head: columns.chunks,
      isNumber: true,
      width: 90,
      sort: ({ totalChunks }) => totalChunks,
      cell: ({ totalChunks }) => figure(totalChunks),
    },
    {
      id: 'characters',
      head: columns.characters,
      isNumber: true,
      width: 110,
      cell: ({ totalChars }) => figure(totalChars),
    },
    {
      id: 'added',
      head: columns.added,
      width: 120,
      sort: ({ createdDate }) => createdDate,
      cell: ({ createdDate }) => <RelativeTime iso={createdDate} />,
    },
    {
      id: 'actions',
      head: columns.actions,
      width: 128,
      cell: (source) => <Menu source={source} {...props} />,
    },
  ]
}

type RowProps = Props & { source: StoreLoader }

function State({ source, store, actions, onUpsert }: RowProps) {
  return (
    <SourceState
      source={source}
      canUpsert={isConfigured(store) && store.status !== 'UPSERTING'}
      onUpsert={onUpsert}
      onRefresh={actions.refresh}
      onCancel={actions.cancel}
    />
  )
}

function iconOf({ files, source }: StoreLoader): LucideIcon {
  if (files && files.length > 0) {
    return FileText
  }
  return /^https?:/.test(source) ? Globe : Type
}

function Name({ source, store, paths }: RowProps) {
  const { stores } = useTexts()
  const { id, name, pages, totalChunks } = source
  const Icon = iconOf(source)
  return (
    <span className="source-name grid gap-2">
      <span className="row gap-8">
        <Icon size={15} aria-hidden="true" className="rigid text-tertiary" />
        <Link
          className="row-link source-link clamps no-underline"
          title={name}
          to={totalChunks > 0 ? paths.chunks(store.id, id) : paths.source(store.id, id)}
        >
          {name}
        </Link>
        {pages !== null && (
          <span className="text-13 text-tertiary one-line">{stores.sources.pages(pages)}</span>
        )}
      </span>
      <Freshness source={source} />
    </span>
  )
}

/** When a source is read again, and what its last reading changed. */
function Freshness({ source }: { source: StoreLoader }) {
  const { stores } = useTexts()
  const describe = useScheduleText()
  const { schedule, changes, readDate } = source
  const hasChanges = changes !== null && readDate !== null && changes.added + changes.removed > 0
  // The first reading adds everything, which says nothing.
  const isReread = hasChanges && changes.unchanged + changes.removed > 0
  if (!(schedule || isReread)) {
    return null
  }
  return (
    <span className="source-fresh row wraps gap-4-8 text-12 text-tertiary">
      {schedule && <span>{describe(schedule)}</span>}
      {isReread && (
        <span>
          {stores.sources.changed(changes.added, changes.removed)} <RelativeTime iso={readDate} />
        </span>
      )}
    </span>
  )
}

function Splitter({ source: { splitterId, splitterConfig } }: { source: StoreLoader }) {
  const { stores } = useTexts()
  const labelOf = useLoaderLabel()
  const { chunkSize, chunkOverlap } = splitterConfig
  const sizes = [chunkSize, chunkOverlap].filter((size) => size !== undefined && size !== '')
  return (
    <span className="text-secondary">
      {splitterId ? `${labelOf(splitterId)} ${sizes.join(' / ')}`.trim() : stores.sources.none}
    </span>
  )
}

function Failure({ source, store, paths, actions }: RowProps) {
  const { stores, common } = useTexts()
  const sentence = useSentence()
  return (
    <div className="source-failure row wraps gap-8-12 text-13 text-danger-soft backdrop-danger round-sm">
      <p className="grows shrinks" role="alert">
        {sentence(source.error ?? '')} {source.totalChunks > 0 && <span>{stores.sources.keepsChunks}</span>}
      </p>
      <Button size="sm" variant="outlined" color="danger" onClick={() => actions.refresh(source)}>
        {common.tryAgain}
      </Button>
      <Button
        size="sm"
        variant="plain"
        color="danger"
        component={Link}
        to={paths.source(store.id, source.id)}
      >
        {stores.sources.change}
      </Button>
    </div>
  )
}

function Menu({ source, store, actions, ...dialogs }: RowProps) {
  const { stores, common } = useTexts()
  const texts = stores.sources
  const isBusy = source.status === 'SYNCING'
  const items: (RowAction | false)[] = [
    !isBusy && { label: texts.refresh, run: () => actions.refresh(source) },
    isConfigured(store) &&
      source.totalChunks > 0 && { label: texts.upsert, run: () => dialogs.onUpsert(source) },
    { label: texts.schedule, run: () => dialogs.onSchedule(source) },
    { label: texts.rename, run: () => dialogs.onRename(source) },
    { label: texts.viewApi, run: () => dialogs.onApi(source) },
    { label: common.delete, run: () => actions.remove(source), danger: true },
  ]
  return (
    <div className="row-actions">
      <SourceLinks source={source} store={store} paths={dialogs.paths} />
      <RowMenu label={stores.menu(source.name)} actions={items.filter((item) => item !== false)} />
    </div>
  )
}

function SourceLinks({ source, store, paths }: Pick<RowProps, 'source' | 'store' | 'paths'>) {
  const { stores } = useTexts()
  return (
    <Link
      className="row-action one-line store-action no-underline underlined-on-hover text-accent text-13 medium"
      to={paths.source(store.id, source.id)}
      aria-label={stores.sources.settingsOf(source.name)}
    >
      {stores.sources.settings}
    </Link>
  )
}

function PhoneRow(props: RowProps) {
  const { stores } = useTexts()
  const [language] = useLanguage()
  const labelOf = useLoaderLabel()
  const { source } = props
  const { columns } = stores.sources
  return (
    <div className="row-card grid gap-4-8 items-start">
      <Name {...props} />
      <Menu {...props} />
      <dl>
        <ReceiptLine label={columns.state} value={<State {...props} />} />
        <ReceiptLine label={columns.loader} value={labelOf(source.loaderId)} />
        <ReceiptLine label={columns.chunks} value={formatNumber(source.totalChunks, language)} />
      </dl>
    </div>
  )
}
