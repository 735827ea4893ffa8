import './pools.css'
import { Button } from '@mui/joy'
import { Plus } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { type Column, DataTable } from '#client/components/data-table.tsx'
import { DocsLink } from '#client/components/docs-link.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { matches } from '#client/components/fold-text.ts'
import { formatBytes } from '#client/components/format-bytes.ts'
import { formatNumber } from '#client/components/format-money.ts'
import { ListFrame, ListSkeleton, NoMatch } from '#client/components/list-frame.tsx'
import { FilterChip, ListToolbar } from '#client/components/list-toolbar.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { RowMenu } from '#client/components/row-menu.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useFileDrop } from '#client/components/use-file-drop.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { POOL_BYTES, type PoolSummary } from '#shared/pools.ts'
import { AddTextDialog } from './add-text-dialog.tsx'
import { AddUrlDialog } from './add-url-dialog.tsx'
import { DropPanel } from './drop-panel.tsx'
import { PoolDialog } from './pool-dialog.tsx'
import type { PoolPaths } from './pool-paths.ts'
import { PoolState, SpaceBar } from './pool-state.tsx'
import { useRemovePool } from './use-remove-pool.ts'
import { uploadsOf } from './use-uploads.ts'

const POLL_MS = 3_000

const fits = {
  failed: ({ failed }: PoolSummary) => failed > 0,
  reading: ({ reading }: PoolSummary) => reading > 0,
  unused: ({ usedIn }: PoolSummary) => usedIn.length === 0,
}
type Filter = keyof typeof fits
const filters = Object.keys(fits) as Filter[]

type Open = { dialog: 'add' | 'url' | 'text' } | { dialog: 'edit'; pool: PoolSummary }

/** All pools of the user. Rows take files, and so does the panel below them. */
export function PoolsScreen({ paths }: { paths: PoolPaths }) {
  const { pools: texts } = useTexts()
  const navigate = useNavigate()
  const list = trpc.pools.list.useQuery(undefined, {
    refetchInterval: ({ state: { data } }) => (data?.some(({ reading }) => reading > 0) ? POLL_MS : false),
  })
  const [open, setOpen] = useState<Open>()
  const start = useNewPool(paths)
  const close = () => setOpen(undefined)
  const openPool = (id: string) => void navigate(paths.pool(id))
  const panel = (
    <DropPanel
      title={list.data?.length === 0 ? texts.drop.here : texts.drop.newHere}
      onFiles={(files) => void start(files)}
      onUrl={() => setOpen({ dialog: 'url' })}
      onText={() => setOpen({ dialog: 'text' })}
    />
  )
  const { isOver, handlers } = useFileDrop((files) => void start(files))
  return (
    <div className="pools-page" data-over={isOver || undefined} {...handlers}>
      <PageHeader
        title={texts.title}
        text={
          <>
            {texts.text} <DocsLink page="knowledge#pools" />
          </>
        }
        action={
          <Button startDecorator={<Plus size={16} />} onClick={() => setOpen({ dialog: 'add' })}>
            {texts.add}
          </Button>
        }
      />
      <AsyncView query={list} errorTitle={texts.loadFailed} skeleton={<ListSkeleton />}>
        {(all) =>
          all.length === 0 ? (
            <div className="grid gap-16">
              <EmptyState title={texts.emptyTitle} text={texts.emptyText} />
              {panel}
            </div>
          ) : (
            <PoolList all={all} paths={paths} onEdit={(pool) => setOpen({ dialog: 'edit', pool })}>
              {panel}
            </PoolList>
          )
        }
      </AsyncView>
      {open?.dialog === 'add' && <PoolDialog onSaved={openPool} onClose={close} />}
      {open?.dialog === 'edit' && <PoolDialog pool={open.pool} onClose={close} />}
      {open?.dialog === 'url' && <AddUrlDialog pool={start.create} onAdded={openPool} onClose={close} />}
      {open?.dialog === 'text' && <AddTextDialog pool={start.create} onAdded={openPool} onClose={close} />}
    </div>
  )
}

/** Starts a pool with the first files, and opens it. */
function useNewPool(paths: PoolPaths) {
  const { pools: texts } = useTexts()
  const navigate = useNavigate()
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const creation = trpc.pools.create.useMutation()
  const create = async () => (await creation.mutateAsync({ name: texts.firstPool, description: '' })).id
  async function start(files: readonly File[]) {
    if (files.length === 0) {
      return
    }
    try {
      const id = await create()
      uploadsOf(id, utils).add(files, { usedBytes: 0 })
      void utils.pools.list.invalidate()
      void navigate(paths.pool(id))
    } catch (error) {
      toasts.error(errorText(error))
    }
  }
  return Object.assign(start, { create })
}

type ListProps = {
  all: readonly PoolSummary[]
  paths: PoolPaths
  onEdit: (pool: PoolSummary) => void
  children: React.ReactNode
}

function PoolList({ all, paths, onEdit, children }: ListProps) {
  const { pools: texts } = useTexts()
  const [language] = useLanguage()
  const [query, setQuery] = useState('')
  const [filter, setFilter] = useState<Filter>()
  const requested = useDeferredValue(query)
  const found = all.filter(({ name, description }) => matches(`${name} ${description}`, requested))
  const shown = found.filter((pool) => filter === undefined || fits[filter](pool))
  const columns = useColumns({ paths, onEdit })
  function clear() {
    setQuery('')
    setFilter(undefined)
  }
  return (
    <div className="grid gap-16">
      <div>
        <ListToolbar
          label={texts.search}
          query={query}
          onQuery={setQuery}
          count={texts.count(
            shown.length,
            shown.reduce((sum, { sources }) => sum + sources, 0),
          )}
        >
          {filters.map((each) => (
            <FilterChip
              key={each}
              label={texts.filters[each]}
              count={found.filter(fits[each]).length}
              isOn={filter === each}
              onToggle={() => setFilter(filter === each ? undefined : each)}
            />
          ))}
        </ListToolbar>
        {shown.length === 0 ? (
          <NoMatch
            title={query === '' ? texts.noMatchFilter : texts.noMatch(query)}
            text={texts.noMatchText}
            onClear={clear}
          />
        ) : (
          <ListFrame>
            <DataTable
              label={texts.title}
              columns={columns}
              rows={shown}
              keyOf={({ id }) => id}
              language={language}
              minWidth={900}
              phone={(pool) => <PhoneRow pool={pool} paths={paths} onEdit={onEdit} />}
            />
          </ListFrame>
        )}
      </div>
      {children}
    </div>
  )
}

type RowProps = { pool: PoolSummary; paths: PoolPaths; onEdit: (pool: PoolSummary) => void }

function useColumns(actions: Omit<RowProps, 'pool'>): Column<PoolSummary>[] {
  const { pools: texts } = useTexts()
  const [language] = useLanguage()
  const { columns } = texts
  return [
    {
      id: 'pool',
      head: columns.pool,
      sort: ({ name }) => name,
      cell: (pool) => <Name pool={pool} {...actions} />,
    },
    { id: 'state', head: columns.state, width: '22%', cell: (pool) => <PoolState pool={pool} /> },
    {
      id: 'sources',
      head: columns.sources,
      isNumber: true,
      width: 90,
      sort: ({ sources }) => sources,
      cell: ({ sources }) => formatNumber(sources, language),
    },
    {
      id: 'space',
      head: columns.space,
      isNumber: true,
      width: 190,
      sort: ({ bytes }) => bytes,
      cell: (pool) => <Space pool={pool} />,
    },
    { id: 'used', head: columns.used, width: '18%', cell: (pool) => <UsedIn pool={pool} /> },
    {
      id: 'changed',
      head: columns.changed,
      width: 120,
      cell: ({ updatedDate }) => (
        <span className="text-tertiary">
          <RelativeTime iso={updatedDate} />
        </span>
      ),
    },
    { id: 'actions', head: '', width: 56, cell: (pool) => <Menu pool={pool} {...actions} /> },
  ]
}

/** Takes files dropped on its row. */
function Name({ pool, paths }: RowProps) {
  const utils = trpc.useUtils()
  const navigate = useNavigate()
  const { isOver, handlers } = useFileDrop((files, event) => {
    event.stopPropagation()
    uploadsOf(pool.id, utils).add(files, { usedBytes: pool.bytes })
    void navigate(paths.pool(pool.id))
  })
  return (
    <span className="pool-name grid" data-over={isOver || undefined} {...handlers}>
      <Link className="row-link no-underline" to={paths.pool(pool.id)}>
        {pool.name}
      </Link>
      {pool.description && <span className="text-13 text-tertiary truncate">{pool.description}</span>}
    </span>
  )
}

function Space({ pool: { bytes } }: { pool: PoolSummary }) {
  const [language] = useLanguage()
  return (
    <span className="row gap-10 at-end">
      <SpaceBar used={bytes} of={POOL_BYTES} />
      <span className="monospace one-line">{formatBytes(bytes, language)}</span>
    </span>
  )
}

function UsedIn({ pool: { usedIn } }: { pool: PoolSummary }) {
  const { pools: texts } = useTexts()
  return usedIn.length === 0 ? (
    <span className="text-tertiary">{texts.notUsed}</span>
  ) : (
    <span>{usedIn.map(({ name }) => name).join(', ')}</span>
  )
}

function Menu({ pool, onEdit }: RowProps) {
  const { pools: texts, common } = useTexts()
  const remove = useRemovePool()
  return (
    <div className="row-actions">
      <RowMenu
        label={texts.menu(pool.name)}
        actions={[
          { label: common.rename, run: () => onEdit(pool) },
          { label: common.delete, run: () => void remove(pool), danger: true },
        ]}
      />
    </div>
  )
}

function PhoneRow(props: RowProps) {
  const { pools: texts } = useTexts()
  const { pool } = props
  return (
    <div className="row-card grid gap-4-8 items-start">
      <Name {...props} />
      <Menu {...props} />
      <dl>
        <ReceiptLine label={texts.columns.state} value={<PoolState pool={pool} />} />
        <ReceiptLine label={texts.columns.sources} value={pool.sources} />
        <ReceiptLine label={texts.columns.used} value={<UsedIn pool={pool} />} />
      </dl>
    </div>
  )
}
