import { useTexts } from '#client/texts/texts.tsx'
import type { Difference } from '#shared/evaluations.ts'
import { useFigures } from './use-figures.ts'

/** Half of the drawn range, at least: small differences must not look large. */
const MIN_REACH = 0.15

/** The interval of a difference as a line around the dotted zero, and in words. */
export function Interval({ difference, version }: { difference: Difference; version: string }) {
  const { evaluations: texts } = useTexts()
  const { signed } = useFigures()
  const { mean, low, high, verdict } = difference
  const words =
    low === null || high === null ? signed(mean) : texts.between(signed(mean), signed(low), signed(high))
  const reach = Math.max(MIN_REACH, Math.abs(low ?? 0), Math.abs(high ?? 0)) * 1.1
  const place = (value: number) => `${50 + (50 * value) / reach}%`
  return (
    <span className="evaluation-interval" data-verdict={verdict}>
      {low !== null && high !== null && (
        <svg role="img" aria-label={texts.intervalOf(version, words)} height="16" width="100%">
          <line className="zero" x1="50%" x2="50%" y1="0" y2="16" />
          <line x1={place(low)} x2={place(high)} y1="8" y2="8" />
          <line x1={place(low)} x2={place(low)} y1="4" y2="12" />
          <line x1={place(high)} x2={place(high)} y1="4" y2="12" />
          <circle cx={place(mean)} cy="8" r="4" />
        </svg>
      )}
      <b>{texts.verdicts[verdict]}</b>
      <span className="evaluation-note">{words}</span>
    </span>
  )
}
