import './upserts.css'
import { Button, Checkbox, IconButton } from '@mui/joy'
import { ChevronDown, ChevronRight, RotateCcw } from 'lucide-react'
import { Fragment, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { formatNumber } from '#client/components/format-money.ts'
import { Money } from '#client/components/money.tsx'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { formatDate } from '#client/components/relative-time.tsx'
import { StatusDot } from '#client/components/status-dot.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { type UpsertSubject, useUpserts } from '#client/components/upsert-context.ts'
import { dotOfStatus, formatDuration } from '#client/components/upsert-figures.ts'
import { phoneScreen, useMediaQuery } from '#client/components/use-media-query.ts'
import { labelText, nodeText } from '#client/texts/node-texts.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText, useSentence } from '#client/texts/use-sentence.ts'
import type { UpsertView } from '#shared/upserts.ts'

export function useSelection(rows: readonly UpsertView[]) {
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

type Selection = ReturnType<typeof useSelection>
type RowsProps = { rows: readonly UpsertView[]; subject: UpsertSubject; selection: Selection }

/** A table, and cards on a phone. */
export function UpsertRows({ rows, subject, selection }: RowsProps) {
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
    onSuccess({ upsertId }: { upsertId: string }) {
      const { id: subjectId, name, purpose } = subject
      host?.watch({ id: upsertId, subjectId, name, purpose })
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

export const isRunning = ({ status }: UpsertView) => status === 'PROCESSING'

function textOf(value: unknown): string {
  // Spaces and line breaks of a separator would be invisible.
  return typeof value === 'string' && value.trim() !== '' ? value : JSON.stringify(value)
}
