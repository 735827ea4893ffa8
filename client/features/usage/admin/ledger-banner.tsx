import { trpc } from '#client/api/trpc.ts'
import { FormBanner } from '#client/components/form-banner.tsx'
import { formatMoment } from '#client/components/relative-time.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'

const SHOWN = 5
const EVERY_MS = 60_000

/** Shown only when the ledger check failed: payments stay blocked until an admin has looked. */
export function LedgerBanner() {
  const { usage } = useTexts()
  const [language] = useLanguage()
  const { data } = trpc.wallet.ledgerState.useQuery(undefined, { refetchInterval: EVERY_MS })
  if (!data || data.isSound) {
    return null
  }
  const { findings, checkedDate } = data
  return (
    <div className="ledger-banner margin-bottom-20">
      <FormBanner>
        <strong>{usage.ledger.title}</strong> {usage.ledger.text}
        <ul className="pad-left-20">
          {findings.slice(0, SHOWN).map(({ rule, id }) => (
            <li key={`${rule} ${id}`} className="code monospace breaks-anywhere">
              {usage.ledger.finding(rule, id)}
            </li>
          ))}
        </ul>
        {findings.length > SHOWN && usage.ledger.more(findings.length - SHOWN)}{' '}
        {checkedDate && usage.ledger.checked(formatMoment(checkedDate, language))}
      </FormBanner>
    </div>
  )
}
