import { formatBytes } from '#client/components/format-bytes.ts'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { formatMoment, RelativeTime } from '#client/components/relative-time.tsx'
import { type DotState, StatusDot } from '#client/components/status-dot.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useSentence } from '#client/texts/use-sentence.ts'
import type { SystemStatus } from '#shared/system.ts'
import { SystemCard } from './system-card.tsx'
import { useFormats } from './use-formats.ts'

type Backups = SystemStatus['backups']
type Health = SystemStatus['health']['backups']

export function BackupCard({ backups, health }: { backups: Backups; health: Health }) {
  const { backups: texts } = useTexts().system
  const isScheduled = backups.kind === 'scheduled'
  return (
    <SystemCard title={texts.title} aside={isScheduled ? <State backups={backups} health={health} /> : null}>
      {isScheduled ? (
        <Schedule backups={backups} />
      ) : (
        <p className="system-none">{backups.kind === 'off' ? texts.off : texts.external}</p>
      )}
    </SystemCard>
  )
}

function State({ backups, health }: { backups: Backups; health: Health }) {
  const { backups: texts } = useTexts().system
  const state = backups.isRunning ? 'running' : health === 'ok' && backups.last === null ? 'none' : health
  const dots: Record<typeof state, DotState> = {
    ...{ running: 'working', none: 'waiting', ok: 'live', failing: 'problem', late: 'problem' },
  }
  return (
    <span className="flex gap-6">
      <StatusDot state={dots[state]} /> {texts.states[state]}
    </span>
  )
}

function Schedule({ backups }: { backups: Backups }) {
  const { backups: texts } = useTexts().system
  const [language] = useLanguage()
  const { ms, count } = useFormats()
  const sentence = useSentence()
  const { last, nextDate, failure, folder, everyHours } = backups
  return (
    <>
      <dl className="grid gap-4">
        <ReceiptLine label={texts.last} value={last ? <RelativeTime iso={last.createdDate} /> : '–'} strong />
        <ReceiptLine label={texts.size} value={last ? formatBytes(last.bytes, language) : '–'} />
        <ReceiptLine label={texts.took} value={last ? ms(last.tookMs) : '–'} />
        <ReceiptLine label={texts.next} value={nextDate ? formatMoment(nextDate, language) : '–'} />
        <ReceiptLine label={texts.every} value={texts.hours(count(everyHours))} />
        <ReceiptLine label={texts.stored} value={count(backups.count)} />
      </dl>
      {failure ? (
        <p className="system-note text-12 line-16">
          {texts.failed} <RelativeTime iso={failure.date} />:{' '}
          <span className="breaks-anywhere">{sentence(failure.message)}</span>
        </p>
      ) : (
        <code className="breaks-anywhere text-12 line-16 text-tertiary">{folder}</code>
      )}
    </>
  )
}
