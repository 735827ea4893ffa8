import { Button } from '@mui/joy'
import { trpc } from '#client/api/trpc.ts'
import { FormBanner } from '#client/components/form-banner.tsx'
import { ReceiptLine } from '#client/components/receipt.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { StatusDot } from '#client/components/status-dot.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { SystemStatus } from '#shared/system.ts'
import { SystemCard } from './system-card.tsx'
import { useFormats } from './use-formats.ts'

export function LedgerCard({ ledger }: { ledger: SystemStatus['ledger'] }) {
  const { ledger: texts } = useTexts().system
  const errorText = useErrorText()
  const { ms, count } = useFormats()
  const utils = trpc.useUtils()
  const check = trpc.system.checkLedger.useMutation({ onSettled: () => utils.system.status.invalidate() })
  const { isSound, checkedDate, tookMs, findings } = ledger
  const state = checkedDate === null ? 'unknown' : isSound ? 'sound' : 'broken'
  const dots = { unknown: 'waiting', sound: 'live', broken: 'problem' } as const
  return (
    <SystemCard
      title={texts.title}
      aside={
        <span className="flex gap-6">
          <StatusDot state={dots[state]} /> {texts[state]}
        </span>
      }
    >
      <dl className="grid gap-4">
        <ReceiptLine label={texts.checked} value={checkedDate ? <RelativeTime iso={checkedDate} /> : '–'} />
        <ReceiptLine label={texts.took} value={tookMs === null ? '–' : ms(tookMs)} />
        <ReceiptLine
          label={texts.findings}
          value={count(findings.length)}
          strong
          {...(!isSound && { tone: 'bad' as const })}
        />
      </dl>
      {!isSound && (
        <p className="system-note text-12 line-16">
          {texts.paused}{' '}
          <code className="breaks-anywhere">{[...new Set(findings)].slice(0, 5).join(', ')}</code>
        </p>
      )}
      {check.error && <FormBanner>{errorText(check.error)}</FormBanner>}
      <Button
        size="sm"
        variant="outlined"
        color="neutral"
        aria-disabled={check.isPending}
        onClick={() => !check.isPending && check.mutate()}
      >
        {check.isPending ? texts.checking : texts.check}
      </Button>
    </SystemCard>
  )
}
