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
 * A billing write that is booked once: the same input again, by a double click or after a lost response, reuses
 * the Idempotency-Key. Another input, or the next write after a response, gets a new key.
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
      // A 4xx is final. After any other error the booking may exist, so a retry must reuse the key.
      if (toAppError(error).status < 500) {
        attempt.current = undefined
      }
      onError?.(error)
    },
  })
}
