import './upserts.css'
import { Button, Checkbox, FormControl, FormHelperText, FormLabel, IconButton, Input } from '@mui/joy'
import { ChevronDown, ChevronRight, RotateCcw, Trash2 } from 'lucide-react'
import { Fragment, useMemo, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { formatNumber } from '#client/components/format-money.ts'
import { FilterChip } from '#client/components/list-toolbar.tsx'
import { Money } from '#client/components/money.tsx'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { formatDate } from '#client/components/relative-time.tsx'
import { StatusDot } from '#client/components/status-dot.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { type UpsertSubject, useUpserts } from '#client/components/upsert-context.ts'
import { phoneScreen, useMediaQuery } from '#client/components/use-media-query.ts'
import { labelText, nodeText } from '#client/texts/node-texts.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText, useSentence } from '#client/texts/use-sentence.ts'
import { DAY_MS } from '#shared/dates.ts'
import { type UpsertView, upsertStatuses } from '#shared/upserts.ts'
import { dotOfStatus, formatDuration } from './upsert-figures.ts'

const POLL_MS = 2_000
const DAYS = 30

type Status = UpsertView['status']

/** The upserts of a flow or store: filtered by day and status, repeated and deleted. */
export function UpsertHistory({ subject, onClose }: { subject: UpsertSubject; onClose: () => void }) {
  const { history: texts } = useTexts().upserts
  const [days, setDays] = useState(() => ({ from: dayOf(Date.now() - DAYS * DAY_MS), to: dayOf(Date.now()) }))
  const [status, setStatus] = useState<Status>()
  const isSound = days.from <= days.to
  const range = useMemo(() => (isSound ? rangeOf(days) : undefined), [days, isSound])
  const query = trpc.upsert.list.useQuery(
    { subjectId: subject.id, ...range },
    {
      enabled: range !== undefined,
      placeholderData: (before) => before,
      refetchInterval: ({ state }) => (state.data?.some(isRunning) ? POLL_MS : false),
    },
  )
  const rows = query.data ?? []
  const selection = useSelection(rows)
  const shown = rows.filter((row) => status === undefined || row.status === status)

  return (
    <Dialog
      title={texts.title}
      description={subject.name}
      size="xl"
      flush
      onClose={onClose}
      footer={rows.length > 0 && <Summary rows={shown} />}
    >
      <div className="upsert-days row wraps gap-8-12">
        {(['from', 'to'] as const).map((end) => (
          <FormControl key={end} orientation="horizontal" error={!isSound} className="row gap-8">
            <FormLabel className="flush">{texts[end]}</FormLabel>
            <Input
              size="sm"
              type="date"
              value={days[end]}
              onChange={({ target }) => target.value && setDays({ ...days, [end]: target.value })}
            />
          </FormControl>
        ))}
        {upsertStatuses.map((each) => (
          <FilterChip
            key={each}
            label={texts.statuses[each]}
            count={rows.filter((row) => row.status === each).length}
            isOn={status === each}
            onToggle={() => setStatus(status === each ? undefined : each)}
          />
        ))}
        {!isSound && (
          <FormControl error>
            <FormHelperText role="alert">{texts.wrongRange}</FormHelperText>
          </FormControl>
        )}
        <DeleteSelected ids={selection.ids} onDeleted={selection.clear} />
      </div>
      <AsyncView query={query} errorTitle={texts.loadFailed}>
        {() =>
          shown.length === 0 ? (
            <div className="pad-24">
              <EmptyState
                dashed={rows.length > 0}
                title={rows.length > 0 ? texts.noMatch : texts.empty}
                text={rows.length > 0 ? undefined : texts.emptyText}
              />
            </div>
          ) : (
            <Rows rows={shown} subject={subject} selection={selection} />
          )
        }
      </AsyncView>
    </Dialog>
  )
}

type Selection = ReturnType<typeof useSelection>

function useSelection(rows: readonly UpsertView[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const ids = rows.filter((row) => !isRunning(row) && chosen.has(row.id)).map(({ id }) => id)
  const set = (changed: readonly string[], isOn: boolean) =>
    setChosen((before) => {
      const next = new Set(before)
      for (const id of changed) {
        isOn ? next.add(id) : next.delete(id)
      }
      return next
    })
  return { ids, set, clear: () => setChosen(new Set()) }
}

function DeleteSelected({ ids, onDeleted }: { ids: string[]; onDeleted: () => void }) {
  const { common, upserts } = useTexts()
  const { history: texts } = upserts
  const confirm = useConfirm()
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const removal = trpc.upsert.remove.useMutation({
    onSuccess: onDeleted,
    onError: (error) => toasts.error(errorText(error)),
    onSettled: () => utils.upsert.list.invalidate(),
  })
  if (ids.length === 0) {
    return null
  }
  async function remove() {
    const isAgreed = await confirm({
      title: texts.deleteTitle(ids.length),
      description: texts.deleteText,
      confirmButtonName: common.delete,
      danger: true,
    })
    if (isAgreed) {
      removal.mutate({ ids })
    }
  }
  return (
    <span className="row gap-10 pushed-right">
      <span className="text-13" role="status">
        {texts.selected(ids.length)}
      </span>
      <Button
        size="sm"
        variant="outlined"
        color="danger"
        startDecorator={<Trash2 size={14} />}
        loading={removal.isPending}
        onClick={() => void remove()}
      >
        {common.delete}
      </Button>
    </span>
  )
}

type RowsProps = { rows: readonly UpsertView[]; subject: UpsertSubject; selection: Selection }

function Rows({ rows, subject, selection }: RowsProps) {
  const { history: texts } = useTexts().upserts
  const { columns } = texts
  const isPhone = useMediaQuery(phoneScreen)
  const [open, setOpen] = useState<string>()
  const ended = rows.filter((row) => !isRunning(row)).map(({ id }) => id)
  const selected = ended.filter((id) => selection.ids.includes(id)).length
  const toggle = (id: string) => setOpen(open === id ? undefined : id)
  if (isPhone) {
    return (
      <ul className="upsert-cards unlisted flush unpadded" aria-label={texts.title}>
        {rows.map((row) => (
          <li key={row.id} className="grid gap-6">
            <div className="row gap-10">
              <SelectRow row={row} selection={selection} />
              <span className="grows shrinks grid">
                <span className="text-13 semibold">
                  <Day iso={row.date} />
                </span>
                <StatusText row={row} />
              </span>
              <Money dollars={row.costMicro / 1_000_000} />
              <Expand row={row} isOpen={open === row.id} onToggle={() => toggle(row.id)} />
            </div>
            {open === row.id && <Details row={row} subject={subject} />}
          </li>
        ))}
      </ul>
    )
  }
  const numbers = ['added', 'updated', 'skipped', 'deleted', 'time', 'cost'] as const
  return (
    <div className="scrolls-x">
      <table className="upsert-table text-13">
        <thead>
          <tr className="text-left">
            <th scope="col">
              <Checkbox
                size="sm"
                checked={selected > 0 && selected === ended.length}
                indeterminate={selected > 0 && selected < ended.length}
                disabled={ended.length === 0}
                slotProps={{ input: { 'aria-label': texts.selectAll } }}
                onChange={() => selection.set(ended, selected < ended.length)}
              />
            </th>
            <th scope="col">{columns.date}</th>
            <th scope="col">{columns.status}</th>
            {numbers.map((name) => (
              <th key={name} scope="col" data-number>
                {columns[name]}
              </th>
            ))}
            <th scope="col">{columns.by}</th>
            <th scope="col">
              <span className="visually-hidden">{columns.details}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Fragment key={row.id}>
              <tr data-selected={selection.ids.includes(row.id) || undefined}>
                <td>
                  <SelectRow row={row} selection={selection} />
                </td>
                <td className="semibold one-line">
                  <Day iso={row.date} />
                </td>
                <td>
                  <StatusText row={row} />
                </td>
                <Figures row={row} />
                <td className="text-tertiary">{row.by}</td>
                <td>
                  <Expand row={row} isOpen={open === row.id} onToggle={() => toggle(row.id)} />
                </td>
              </tr>
              {open === row.id && (
                <tr>
                  <td colSpan={11} className="upsert-details">
                    <Details row={row} subject={subject} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function SelectRow({ row, selection }: { row: UpsertView; selection: Selection }) {
  const { history: texts } = useTexts().upserts
  const day = useDay()
  return (
    <Checkbox
      size="sm"
      checked={selection.ids.includes(row.id)}
      disabled={isRunning(row)}
      title={isRunning(row) ? texts.cannotDelete : undefined}
      slotProps={{ input: { 'aria-label': texts.select(day(row.date)) } }}
      onChange={({ target }) => selection.set([row.id], target.checked)}
    />
  )
}

type ExpandProps = { row: UpsertView; isOpen: boolean; onToggle: () => void }

function Expand({ row, isOpen, onToggle }: ExpandProps) {
  const { history: texts } = useTexts().upserts
  const day = useDay()
  return (
    <IconButton
      size="sm"
      variant="plain"
      aria-label={texts.details(day(row.date))}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      {isOpen ? <ChevronDown size={16} /> : <ChevronRight size={16} />}
    </IconButton>
  )
}

function StatusText({ row }: { row: UpsertView }) {
  const { history: texts } = useTexts().upserts
  const [language] = useLanguage()
  const sentence = useSentence()
  const { status, progress, error } = row
  const text =
    status === 'PROCESSING' && progress?.total
      ? texts.processing(formatNumber(progress.done, language), formatNumber(progress.total, language))
      : status === 'ERROR' && error
        ? texts.errorWith(sentence(error))
        : texts.statuses[status]
  return (
    <span className="row gap-8 text-secondary">
      <StatusDot state={dotOfStatus(status)} />
      <span className="shrinks clamps" title={error ? text : undefined}>
        {text}
      </span>
    </span>
  )
}

const NONE = '–'

function Figures({ row }: { row: UpsertView }) {
  const [language] = useLanguage()
  const { counts } = row
  const isOpen = isRunning(row)
  const figure = (value: number | undefined) => (isOpen ? NONE : formatNumber(value ?? 0, language))
  return (
    <>
      {(['numAdded', 'numUpdated', 'numSkipped', 'numDeleted'] as const).map((name) => (
        <td key={name} data-number className="monospace tabular">
          {figure(counts?.[name])}
        </td>
      ))}
      <td data-number className="monospace tabular one-line">
        {formatDuration(row, language)}
      </td>
      <td data-number>{isOpen ? NONE : <Money dollars={row.costMicro / 1_000_000} />}</td>
    </>
  )
}

function Details({ row, subject }: { row: UpsertView; subject: UpsertSubject }) {
  const { history: texts } = useTexts().upserts
  const host = useUpserts()
  return (
    <div className="grid gap-12">
      <div className="upsert-nodes grid">
        {row.nodes.map(({ id, label, paramValues }) => (
          <section key={id} className="shrinks">
            <h3 className="flush text-13 semibold margin-bottom-4">{labelText(label)}</h3>
            {paramValues.length === 0 && <p className="flush text-13 text-tertiary">{texts.noSettings}</p>}
            <dl className="grid gap-2 flush">
              {paramValues.map(({ name, label: parameter, value }) => (
                <ReceiptLine key={name} label={nodeText(parameter)} value={textOf(value)} />
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="row wraps gap-10">
        {!isRunning(row) && <Repeat row={row} subject={subject} />}
        <Button size="sm" variant="plain" color="neutral" onClick={() => host?.openReceipt(row.id, subject)}>
          {texts.showChunks}
        </Button>
      </div>
    </div>
  )
}

function Repeat({ row, subject }: { row: UpsertView; subject: UpsertSubject }) {
  const { history: texts } = useTexts().upserts
  const host = useUpserts()
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const started = {
    onSuccess() {
      host?.watch()
      return utils.upsert.list.invalidate()
    },
    onError: (error: unknown) => toasts.error(errorText(error)),
  }
  const ofFlow = trpc.upsert.start.useMutation(started)
  const ofStore = trpc.stores.upsert.useMutation(started)
  const repeat = () =>
    subject.purpose === 'flow'
      ? ofFlow.mutate({ flowId: subject.id, nodeId: row.nodeId })
      : ofStore.mutate({ id: subject.id })
  return (
    <Button
      size="sm"
      variant="outlined"
      color="neutral"
      title={texts.repeatText}
      loading={ofFlow.isPending || ofStore.isPending}
      startDecorator={<RotateCcw size={14} />}
      onClick={repeat}
    >
      {texts.repeat}
    </Button>
  )
}

function Summary({ rows }: { rows: readonly UpsertView[] }) {
  const { history: texts } = useTexts().upserts
  const [language] = useLanguage()
  const sum = (name: 'numAdded' | 'numUpdated' | 'numDeleted') =>
    formatNumber(
      rows.reduce((total, { counts }) => total + (counts?.[name] ?? 0), 0),
      language,
    )
  const cost = rows.reduce((total, { costMicro }) => total + costMicro, 0)
  return (
    <div className="row wraps spread gap-12 text-13 text-secondary full-width">
      <span>{texts.summary(rows.length, sum('numAdded'), sum('numUpdated'), sum('numDeleted'))}</span>
      <span>
        {texts.total} <Money dollars={cost / 1_000_000} />
      </span>
    </div>
  )
}

function Day({ iso }: { iso: string }) {
  const day = useDay()
  return <time dateTime={iso}>{day(iso)}</time>
}

function useDay() {
  const [language] = useLanguage()
  return (iso: string) =>
    formatDate(new Date(iso), language, {
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
    })
}

const isRunning = ({ status }: UpsertView) => status === 'PROCESSING'

/** `2026-11-20`, in the zone of the browser. */
function dayOf(ms: number): string {
  const date = new Date(ms)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

function rangeOf({ from, to }: { from: string; to: string }) {
  return {
    from: new Date(`${from}T00:00:00`).toISOString(),
    to: new Date(`${to}T23:59:59.999`).toISOString(),
  }
}

function textOf(value: unknown): string {
  // Spaces and line breaks of a separator would be invisible.
  return typeof value === 'string' && value.trim() !== '' ? value : JSON.stringify(value)
}
