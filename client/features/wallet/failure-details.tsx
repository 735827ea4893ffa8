import { useTexts } from '#client/texts/texts.tsx'

/** The provider's own text, folded because it may be in another language and contain codes. */
export function FailureDetails({ details }: { details: string | undefined }) {
  const { details: label } = useTexts().wallet.payment
  return details ? (
    <details className="failure-details text-12">
      <summary className="pressable">{label}</summary>
      <code className="breaks-anywhere">{details}</code>
    </details>
  ) : null
}
