import { useTexts } from '#client/texts/texts.tsx'
import { useSentence } from '#client/texts/use-sentence.ts'
import type { Payment } from '#shared/payments.ts'

/** `details` is the provider's own text, in any language. */
export type FailureWords = { text: string; details: string | undefined }

export function usePaymentFailure() {
  const { failures } = useTexts().wallet
  const toSentence = useSentence()
  return ({ failure, failureCode }: Pick<Payment, 'failure' | 'failureCode'>): FailureWords => {
    if (failureCode) {
      return { text: failures[failureCode], details: failure ?? undefined }
    }
    const isOfProvider = failure === null || /^\d/.test(failure)
    return isOfProvider
      ? { text: failures.unknown, details: failure ?? undefined }
      : { text: toSentence(failure), details: undefined }
  }
}
