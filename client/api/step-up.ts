import type { TRPCLink } from '@trpc/client'
import { observable, type Unsubscribable } from '@trpc/server/observable'
import type { AppRouter } from '#server/router.ts'
import { toAppError } from './errors.ts'
import { readToken } from './session.ts'

/** Opens the step-up dialog; resolves to true once the server has accepted a proof. */
type Prompt = () => Promise<boolean>
let prompt: Prompt | undefined

export function onStepUp(handler: Prompt): () => void {
  prompt = handler
  return () => {
    prompt = prompt === handler ? undefined : prompt
  }
}

/**
 * A mutation rejected with STEP_UP_REQUIRED opens the dialog and is repeated once, with the same input and
 * context.
 */
export const stepUpLink: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) =>
    observable((observer) => {
      let attempt: Unsubscribable
      function run(canPrompt: boolean) {
        attempt = next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: (error) => {
            if (!(canPrompt && prompt && toAppError(error).code === 'STEP_UP_REQUIRED')) {
              observer.error(error)
              return
            }
            void prompt().then((isConfirmed) => (isConfirmed ? run(false) : observer.error(error)))
          },
        })
      }
      run(op.type === 'mutation')
      return () => attempt.unsubscribe()
    })

/** Token of the session that must enroll a second factor first. */
let unenrolled: string | undefined
const listeners = new Set<() => void>()

export function setNeedsSetup(isNeeded: boolean) {
  unenrolled = isNeeded ? readToken() : undefined
  for (const listener of listeners) {
    listener()
  }
}

export function onNeedsSetup(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const readNeedsSetup = () => unenrolled !== undefined && unenrolled === readToken()
