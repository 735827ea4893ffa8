import type { PaymentCase } from '#shared/payments.ts'

export function CaseDetails({ details }: { details: PaymentCase['details'] }) {
  const entries = Object.entries(details)
  return entries.length === 0 ? null : (
    <dl className="case-details">
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
