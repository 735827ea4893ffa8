import { Button, Drawer, ModalClose } from '@mui/joy'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { formatAverage, formatNumber } from '#client/components/format-money.ts'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { formatMoment } from '#client/components/relative-time.tsx'
import { StatusDot } from '#client/components/status-dot.tsx'
import { dotOfStatus, formatDuration } from '#client/components/upsert-figures.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useSentence } from '#client/texts/use-sentence.ts'
import type { UpsertNode, UpsertView } from '#shared/upserts.ts'
import { changesBetween } from './index-parts.ts'

const MICRO = 1_000_000

const POLL_MS = 2_000

type Props = {
  storeId: string
  onClose: () => void
  onRepeat: (nodes: readonly UpsertNode[]) => void
  /** Offered while the history is empty. */
  onUpsert: (() => void) | undefined
}

/** Upserts of a store on a thread, newest first, with what changed between them. */
export function HistoryDrawer({ storeId, onClose, onRepeat, onUpsert }: Props) {
  const { stores, common } = useTexts()
  const texts = stores.history
  const query = trpc.upsert.list.useQuery(
    { subjectId: storeId },
    {
      refetchInterval: ({ state: { data } }) =>
        data?.some(({ status }) => status === 'PROCESSING') ? POLL_MS : false,
    },
  )
  return (
    <Drawer open anchor="right" onClose={onClose} slotProps={{ content: { className: 'history-drawer' } }}>
      <div role="dialog" aria-label={texts.title} className="stack gap-16 shrinks-y scrolls-y">
        <h2 className="flush">{texts.title}</h2>
        <ModalClose aria-label={common.close} />
        <AsyncView query={query}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState
                dashed
                title={texts.empty}
                text={texts.emptyText}
                action={onUpsert && <Button onClick={onUpsert}>{texts.upsertNow}</Button>}
              />
            ) : (
              <ol className="history unpadded unlisted">
                {rows.map((row, place) => (
                  <Entry key={row.id} row={row} before={rows[place + 1]} onRepeat={onRepeat} />
                ))}
              </ol>
            )
          }
        </AsyncView>
      </div>
    </Drawer>
  )
}

type EntryProps = { row: UpsertView; before: UpsertView | undefined; onRepeat: Props['onRepeat'] }

function Entry({ row, before, onRepeat }: EntryProps) {
  const { stores } = useTexts()
  const texts = stores.history
  const [language] = useLanguage()
  const sentence = useSentence()
  const [isOpen, setOpen] = useState(false)
  const { status, date, endedDate, by, counts, error, costMicro, nodes } = row
  const changes = before ? changesBetween(before.nodes, nodes) : []
  const figure = (count: number) => formatNumber(count, language)
  return (
    <li className="history-entry relative">
      <StatusDot state={dotOfStatus(status)} />
      <div className="row spread gap-12">
        <strong className="semibold">{texts.statuses[status]}</strong>
        <time className="text-12 text-tertiary one-line" dateTime={date}>
          {formatMoment(date, language)}
        </time>
      </div>
      <p className="text-13 text-secondary">
        {[by, endedDate && formatDuration(row, language)].filter(Boolean).join(', ')}
      </p>
      {error && <p className="text-13 text-danger">{sentence(error)}</p>}
      {changes.map(({ label, before: old, after }) => (
        <p key={label} className="text-13 text-secondary">
          {label} <span className="monospace">{texts.change(old || '–', after)}</span>
        </p>
      ))}
      {counts && (
        <dl className="stack gap-2 margin-6-0-0">
          <ReceiptLine label={texts.added} value={figure(counts.numAdded)} />
          <ReceiptLine
            label={texts.others}
            value={[counts.numUpdated, counts.numSkipped, counts.numDeleted].map(figure).join(', ')}
          />
          <ReceiptLine label={texts.cost} value={formatAverage(costMicro / MICRO, language)} />
        </dl>
      )}
      <div className="row gap-12 margin-4-0-0">
        <Button
          size="sm"
          variant="plain"
          className="store-action"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? texts.less : texts.details}
        </Button>
        <Button size="sm" variant="plain" className="store-action" onClick={() => onRepeat(nodes)}>
          {texts.repeat}
        </Button>
      </div>
      {isOpen && (
        <div className="history-nodes stack gap-12 backdrop-level1 round-sm">
          {nodes.map(({ id, label, paramValues }) => (
            <div key={id}>
              <strong className="text-13 semibold">{label}</strong>
              <dl className="stack gap-2">
                {paramValues.map((param) => (
                  <ReceiptLine key={param.name} label={param.label} value={String(param.value)} />
                ))}
              </dl>
            </div>
          ))}
        </div>
      )}
    </li>
  )
}
