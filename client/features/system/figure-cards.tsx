import { formatBytes } from '#client/components/format-bytes.ts'
import { numberFormat } from '#client/components/intl.ts'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { type DotState, StatusDot } from '#client/components/status-dot.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { SystemStatus } from '#shared/system.ts'
import { SystemCard } from './system-card.tsx'
import { useFormats } from './use-formats.ts'

type HealthLine = { label: string; value: string; isWell: boolean; advice: string; dot?: DotState }

export function HealthCard({ status }: { status: SystemStatus }) {
  const { health: texts } = useTexts().system
  const [language] = useLanguage()
  const { ms } = useFormats()
  const { health, process, disk } = status
  const lines: HealthLine[] = [
    {
      label: texts.database,
      value: health.databaseMs === null ? texts.noAnswer : ms(health.databaseMs),
      isWell: health.databaseMs !== null,
      advice: texts.advice.database,
    },
    {
      label: texts.ledger,
      value: texts.ledgerStates[health.ledger],
      isWell: health.ledger !== 'failing',
      advice: texts.advice.ledger,
      ...(health.ledger === 'not checked yet' && { dot: 'waiting' as const }),
    },
    {
      ...{ label: texts.eventLoop, value: ms(process.loopP99Ms) },
      ...{ isWell: health.eventLoop === 'ok', advice: texts.advice.eventLoop },
    },
    {
      ...{ label: texts.jobs, value: texts.jobStates[health.jobs] },
      ...{ isWell: health.jobs === 'ok', advice: texts.advice.jobs },
    },
    {
      ...{ label: texts.disk, value: formatBytes(disk.freeBytes, language) },
      ...{ isWell: health.disk === 'ok', advice: texts.advice.disk },
    },
  ]
  return (
    <SystemCard title={texts.title} aside={<code>/api/v1/health</code>}>
      <dl className="grid gap-4">
        {lines.map(({ label, value, isWell, dot = isWell ? 'live' : 'problem' }) => (
          <ReceiptLine
            key={label}
            label={
              <>
                <StatusDot state={dot} /> {label}
              </>
            }
            value={value}
            {...(!isWell && { tone: 'bad' as const })}
          />
        ))}
      </dl>
      {lines
        .filter(({ isWell }) => !isWell)
        .map(({ label, advice }) => (
          <p key={label} className="system-note text-12 line-16">
            {advice}
          </p>
        ))}
    </SystemCard>
  )
}

export function ProcessCard({ process }: { process: SystemStatus['process'] }) {
  const { process: texts } = useTexts().system
  const [language] = useLanguage()
  const { ms, count } = useFormats()
  const percent = numberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  return (
    <SystemCard title={texts.title}>
      <dl className="grid gap-4">
        <ReceiptLine label={texts.id} value={process.id} />
        <ReceiptLine label={texts.host} value={process.host} />
        <ReceiptLine label={texts.memory} value={formatBytes(process.memoryBytes, language)} />
        <ReceiptLine label={texts.heap} value={formatBytes(process.heapBytes, language)} />
        <ReceiptLine label={texts.cpu} value={percent.format(process.cpuShare)} />
        <ReceiptLine label={texts.longest} value={ms(process.loopMaxMs)} />
        <ReceiptLine label={texts.runs} value={count(process.runs)} />
        <ReceiptLine label={texts.streams} value={count(process.streams)} />
      </dl>
    </SystemCard>
  )
}

export function VersionsCard({ versions }: { versions: SystemStatus['versions'] }) {
  const { versions: texts } = useTexts().system
  const { count } = useFormats()
  return (
    <SystemCard title={texts.title}>
      <dl className="grid gap-4">
        <ReceiptLine label="Flowtill" value={versions.flowtill} strong />
        <ReceiptLine label="Node.js" value={versions.node} />
        <ReceiptLine label={texts.database} value={versions.database || '–'} />
        <ReceiptLine label={texts.migrations} value={count(versions.migrations)} />
      </dl>
    </SystemCard>
  )
}
