import { formatMoney } from '#client/components/format-money.ts'
import { type DotState, StatusDot } from '#client/components/status-dot.tsx'
import { usePaymentFailure } from '#client/components/use-payment-failure.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { Payment } from '#shared/payments.ts'

const dots: Record<Payment['state'], DotState> = {
  created: 'waiting',
  pending: 'waiting',
  paid: 'live',
  failed: 'problem',
  expired: 'off',
}

export function PaymentStatus({ payment }: { payment: Payment }) {
  const { usage } = useTexts()
  const [language] = useLanguage()
  const { state, refundedUsd, isTest } = payment
  const wordsOf = usePaymentFailure()
  return (
    <span className="payment-status inline-grid">
      <span title={state === 'failed' ? wordsOf(payment).text : undefined}>
        <StatusDot state={dots[state]} /> {usage.payments.states[state]}
        {isTest && (
          <span className="mark text-12 line-18 text-secondary backdrop-level1 round-xs">
            {usage.payments.test}
          </span>
        )}
      </span>
      {refundedUsd > 0 && <small>{usage.payments.refunded(formatMoney(refundedUsd, language))}</small>}
    </span>
  )
}
