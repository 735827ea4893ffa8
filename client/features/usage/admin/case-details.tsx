import type { PaymentCase } from '#shared/payments.ts'

export function CaseDetails({ details }: { details: PaymentCase['details'] }) {
  const entries = Object.entries(details)
  return entries.length === 0 ? null : (
    <dl className="case-details grid gap-2 code-12">
      {entries.map(([name, value]) => (
        <div className="flex wraps" key={name}>
          <dt className="text-tertiary">{name}</dt>
          <dd className="breaks-anywhere">{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
