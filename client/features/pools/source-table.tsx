import { Input, LinearProgress } from '@mui/joy'
import { FileText, Globe, Search, Type } from 'lucide-react'
import { useDeferredValue, useRef, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { type Column, DataTable } from '#client/components/data-table.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { matches } from '#client/components/fold-text.ts'
import { formatBytes } from '#client/components/format-bytes.ts'
import { formatNumber } from '#client/components/format-money.ts'
import { FilterChip } from '#client/components/list-toolbar.tsx'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { type RowAction, RowMenu } from '#client/components/row-menu.tsx'
import { StatusDot } from '#client/components/status-dot.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText, useSentence } from '#client/texts/use-sentence.ts'
import { type Passage, type Pool, type PoolSource, poolExtensions } from '#shared/pools.ts'
import { AddTextDialog } from './add-text-dialog.tsx'
import { sourceDots } from './pool-state.tsx'
import { RenameSourceDialog, ScheduleDialog } from './source-dialogs.tsx'
import { useReread } from './use-reread.ts'
import { useUploads } from './use-uploads.ts'

type Props = {
  pool: Pool
  /** Opens the text of a source at its beginning. */
  onOpen: (passage: Passage) => void
}

type Open = { dialog: 'text' | 'rename' | 'schedule'; source: PoolSource }
type RowProps = { source: PoolSource; pool: Pool; onOpen: Props['onOpen']; onDialog: (open: Open) => void }

/** What the pool reads, with the state of each source. */
export function SourceTable({ pool, onOpen }: Props) {
  const { detail: texts } = useTexts().pools
  const [language] = useLanguage()
  const [query, setQuery] = useState('')
  const [isFailed, setFailed] = useState(false)
  const [open, setOpen] = useState<Open>()
  const requested = useDeferredValue(query)
  const close = () => setOpen(undefined)
  const actions = { pool, onOpen, onDialog: setOpen }
  const columns = useColumns(actions)
  const found = pool.items.filter(({ name }) => matches(name, requested))
  const shown = found.filter(({ state }) => !isFailed || state === 'failed')
  if (pool.items.length === 0) {
    return <EmptyState dashed title={texts.noSources} text={texts.noSourcesText} />
  }
  return (
    <div className="list-frame clips surface outlined round-md">
      <div className="pool-head row wraps gap-8-12 text-13">
        <strong className="semibold">{texts.sources(pool.sources)}</strong>
        <span className="text-tertiary">
          {pool.pagesRead > 0
            ? texts.pagesRead(formatNumber(pool.pagesRead, language), formatBytes(pool.bytes, language))
            : formatBytes(pool.bytes, language)}
        </span>
        <span className="row gap-8 pushed-right">
          <Input
            size="sm"
            type="search"
            value={query}
            placeholder={texts.fileName}
            startDecorator={<Search size={14} />}
            slotProps={{ input: { 'aria-label': texts.fileName } }}
            onChange={({ target }) => setQuery(target.value)}
          />
          {pool.failed > 0 && (
            <FilterChip
              label={texts.failedFilter}
              count={pool.failed}
              isOn={isFailed}
              onToggle={() => setFailed(!isFailed)}
            />
          )}
        </span>
      </div>
      {shown.length === 0 ? (
        <p className="flush pad-24 text-13 text-tertiary">{texts.noMatch}</p>
      ) : (
        <DataTable
          label={texts.sections.sources}
          columns={columns}
          rows={shown}
          keyOf={({ id }) => id}
          language={language}
          minWidth={640}
          phone={(source) => <PhoneRow source={source} {...actions} />}
        />
      )}
      {open?.dialog === 'text' && <AddTextDialog pool={pool.id} source={open.source} onClose={close} />}
      {open?.dialog === 'rename' && (
        <RenameSourceDialog poolId={pool.id} source={open.source} onClose={close} />
      )}
      {open?.dialog === 'schedule' && (
        <ScheduleDialog poolId={pool.id} source={open.source} onClose={close} />
      )}
    </div>
  )
}

function useColumns(actions: Omit<RowProps, 'source'>): Column<PoolSource>[] {
  const { columns } = useTexts().pools.detail
  const [language] = useLanguage()
  return [
    {
      id: 'name',
      head: columns.name,
      sort: ({ name }) => name,
      cell: (source) => <Name source={source} {...actions} />,
    },
    { id: 'state', head: columns.state, width: '28%', cell: (source) => <State source={source} /> },
    {
      id: 'pages',
      head: columns.pages,
      isNumber: true,
      width: 76,
      sort: ({ pages }) => pages ?? 0,
      cell: ({ pages }) => (pages === null ? '–' : formatNumber(pages, language)),
    },
    {
      id: 'size',
      head: columns.size,
      isNumber: true,
      width: 96,
      sort: ({ bytes }) => bytes,
      cell: ({ bytes }) => <span className="one-line">{formatBytes(bytes, language)}</span>,
    },
    {
      id: 'added',
      head: columns.added,
      width: 110,
      cell: ({ createdDate }) => (
        <span className="text-tertiary">
          <RelativeTime iso={createdDate} />
        </span>
      ),
    },
    { id: 'actions', head: '', width: 56, cell: (source) => <Menu source={source} {...actions} /> },
  ]
}

const icons = { file: FileText, url: Globe, text: Type }

function Name({ source, onOpen }: RowProps) {
  const { detail: texts } = useTexts().pools
  const { name, kind, chunks, schedule, changes, readDate } = source
  const Icon = icons[kind]
  const hasChanged = changes !== null && changes.added + changes.removed > 0
  return (
    <span className="grid gap-2">
      <span className="row gap-8">
        <Icon size={15} aria-hidden="true" className="rigid text-tertiary" />
        {chunks > 0 ? (
          <button
            type="button"
            className="pool-source inherits-font no-background borderless unpadded pressable medium text-left breaks-anywhere underlined-on-hover inherits-color"
            onClick={() => onOpen(passageOf(source))}
          >
            {name}
          </button>
        ) : (
          <span className="medium breaks-anywhere">{name}</span>
        )}
      </span>
      {schedule !== 'never' && (
        <span className="pool-fresh row wraps gap-4-8 text-12 text-tertiary">
          {texts.schedules[schedule]}
          {changes && readDate && (
            <span>
              {hasChanged ? texts.changed(changes.added, changes.removed) : texts.unchanged}{' '}
              <RelativeTime iso={readDate} />
            </span>
          )}
        </span>
      )}
    </span>
  )
}

/** The beginning of a source, as a passage to open. */
function passageOf({ id, name }: PoolSource): Passage {
  return {
    ...{ number: 1, sourceId: id, sourceName: name, page: null, heading: null },
    ...{ text: '', score: 0, position: 1 },
  }
}

function State({ source }: { source: PoolSource }) {
  const { detail: texts } = useTexts().pools
  const sentence = useSentence()
  const { state, progress, error, chunks } = source
  const { done = 0, total = null } = progress ?? {}
  const percent = total ? Math.min(100, Math.round((done / total) * 100)) : undefined
  const name = texts.states[state]
  return (
    <span className="grid gap-2">
      <span className="row gap-8 text-secondary">
        <StatusDot state={sourceDots[state]} />
        <span className="shrinks">
          {state === 'failed'
            ? sentence(error ?? name)
            : percent === undefined
              ? name
              : texts.progress(name, percent)}
        </span>
      </span>
      {state === 'failed' && chunks > 0 && <span className="text-12 text-tertiary">{texts.stillFound}</span>}
      {percent !== undefined && (
        <LinearProgress determinate size="sm" value={percent} aria-label={texts.progress(name, percent)} />
      )}
    </span>
  )
}

function Menu({ source, pool, onOpen, onDialog }: RowProps) {
  const { pools, common } = useTexts()
  const { detail: texts } = pools
  const reread = useReread(pool.id)
  const remove = useRemoveSource(pool.id)
  const { uploads } = useUploads(pool.id)
  const file = useRef<HTMLInputElement>(null)
  const { id, name, kind, chunks, url } = source
  const items: (RowAction | false)[] = [
    chunks > 0 && { label: texts.openText, run: () => onOpen(passageOf(source)) },
    url !== null && { label: texts.openPage, run: () => void window.open(url, '_blank', 'noopener') },
    { label: texts.reread, run: () => reread({ sourceIds: [id] }) },
    kind === 'file' && { label: texts.replaceFile, run: () => file.current?.click() },
    kind === 'text' && { label: texts.replaceText, run: () => onDialog({ dialog: 'text', source }) },
    kind === 'url' && { label: texts.scheduleAction, run: () => onDialog({ dialog: 'schedule', source }) },
    { label: texts.rename, run: () => onDialog({ dialog: 'rename', source }) },
    { label: common.remove, danger: true, run: () => void remove(source) },
  ]
  return (
    <div className="row-actions">
      <RowMenu label={pools.menu(name)} actions={items.filter((entry) => entry !== false)} />
      {kind === 'file' && (
        <input
          ref={file}
          type="file"
          hidden
          accept={poolExtensions.join(',')}
          aria-label={texts.replaceFile}
          onChange={({ target }) => {
            uploads.add([...(target.files ?? [])], { usedBytes: pool.bytes - source.bytes, replaces: id })
            target.value = ''
          }}
        />
      )}
    </div>
  )
}

function useRemoveSource(poolId: string) {
  const { pools, common } = useTexts()
  const { detail: texts } = pools
  const confirm = useConfirm()
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const removal = trpc.pools.removeSource.useMutation({ onSettled: () => utils.pools.invalidate() })
  return async ({ id: sourceId, name }: PoolSource) => {
    const isAgreed = await confirm({
      title: texts.removeTitle(name),
      description: texts.removeText,
      confirmButtonName: common.remove,
      danger: true,
    })
    if (isAgreed) {
      await removal.mutateAsync({ poolId, sourceId }).then(
        () => toasts.success(texts.removed(name)),
        (error: unknown) => toasts.error(errorText(error)),
      )
    }
  }
}

function PhoneRow(props: RowProps) {
  const { detail: texts } = useTexts().pools
  const [language] = useLanguage()
  const { source } = props
  return (
    <div className="row-card grid gap-4-8 items-start">
      <Name {...props} />
      <Menu {...props} />
      <dl>
        <ReceiptLine label={texts.columns.state} value={<State source={source} />} />
        <ReceiptLine label={texts.columns.size} value={formatBytes(source.bytes, language)} />
      </dl>
    </div>
  )
}
