import { useEffect, useState } from 'react'
import { toAppError } from '#client/api/errors.ts'
import { trpc } from '#client/api/trpc.ts'
import type { OrderState, Payment, PaymentFailure } from '#shared/payments.ts'

const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 10_000
const GROWTH = 1.5
/**
 * PayTR's callback reports a decline before the browser returns; without one, the failure page is trusted after
 * this time.
 */
const DECLINED_AFTER_MS = 10_000
const LATE_AFTER_MS = 60_000

export type Outcome =
  | { kind: 'checking' | 'late' }
  | { kind: 'paid'; payment: Payment }
  /** `declined` is known from the URL alone. */
  | {
      kind: 'failed'
      reason: 'failed' | 'expired' | 'declined'
      failure: string | null
      failureCode: PaymentFailure | null
    }
  | { kind: 'unreadable'; error: unknown }

const isFinal = (state: OrderState | undefined) =>
  state === 'paid' || state === 'failed' || state === 'expired'

/** Polls an order until its outcome is known: every second at first, then at growing intervals. */
export function usePaymentOutcome(orderId: string, page: 'ok' | 'fail'): Outcome {
  const { data, error } = trpc.payment.get.useQuery(
    { id: orderId },
    {
      enabled: orderId !== '',
      staleTime: 0,
      retry: false,
      refetchIntervalInBackground: true,
      refetchInterval: ({ state }) => {
        const isOver = isFinal(state.data?.state) || isRejected(state.error)
        const requested = state.dataUpdateCount + state.errorUpdateCount
        return isOver ? false : Math.min(FIRST_PAUSE_MS * GROWTH ** Math.max(0, requested - 1), MAX_PAUSE_MS)
      },
    },
  )
  const isDeclined = useElapsed(DECLINED_AFTER_MS) && page === 'fail'
  const isLate = useElapsed(LATE_AFTER_MS)

  if (data?.state === 'paid') {
    return { kind: 'paid', payment: data }
  }
  if (data?.state === 'failed' || data?.state === 'expired') {
    return { kind: 'failed', reason: data.state, failure: data.failure, failureCode: data.failureCode }
  }
  if (error && isRejected(error)) {
    return { kind: 'unreadable', error }
  }
  if (isDeclined) {
    return { kind: 'failed', reason: 'declined', failure: null, failureCode: null }
  }
  return { kind: isLate ? 'late' : 'checking' }
}

/** A rejection by the server is final; network and server errors are retried. */
function isRejected(error: unknown) {
  return error !== null && toAppError(error).status < 500
}

function useElapsed(afterMs: number): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setOver, afterMs, true)
    return () => clearTimeout(timer)
  }, [afterMs])
  return isOver
}
