import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { toAppError } from './errors.ts'
import { randomKey } from './random-key.ts'

type Options = { context: { idempotencyKey: string } }
type Write<Input, Output> = (input: Input, options: Options) => Promise<Output>
type Callbacks<Input, Output> = {
  onSuccess?: (output: Output, input: Input) => void
  onError?: (error: unknown) => void
}

/**
 * A write of money that is booked once: the same input again, by a double click or after an answer that never came, has the
 * same Idempotency-Key. Another input, and the next write after one that was answered, has a new one.
 */
export function useMoneyWrite<Input, Output>(
  write: Write<Input, Output>,
  { onSuccess, onError }: Callbacks<Input, Output> = {},
) {
  const attempt = useRef<{ body: string; idempotencyKey: string }>(undefined)

  function keyOf(input: Input) {
    const body = JSON.stringify(input)
    if (attempt.current?.body !== body) {
      attempt.current = { body, idempotencyKey: randomKey() }
    }
    return attempt.current.idempotencyKey
  }

  return useMutation({
    mutationFn: (input: Input) => write(input, { context: { idempotencyKey: keyOf(input) } }),
    onSuccess: (output: Output, input: Input) => {
      attempt.current = undefined
      onSuccess?.(output, input)
    },
    onError: (error: unknown) => {
      // Refused is answered; of anything else nobody knows whether it was booked.
      if (toAppError(error).status < 500) {
        attempt.current = undefined
      }
      onError?.(error)
    },
  })
}
