import { kindOf } from './recent-errors.ts'

export type Service = 'cards' | 'rates' | 'mail'
/** Since this process started. */
export type Calls = { lastSuccess: Date | null; lastFailure: { date: Date; kind: string } | null }

/** How the last calls to services outside ended, in memory. */
export function createConnectionWatch({ now }: { now: () => Date }) {
  const calls: Record<Service, Calls> = {
    cards: { lastSuccess: null, lastFailure: null },
    rates: { lastSuccess: null, lastFailure: null },
    mail: { lastSuccess: null, lastFailure: null },
  }

  /** The same function, with its outcome recorded. */
  function watch<Words extends unknown[], Result>(
    service: Service,
    call: (...words: Words) => Promise<Result>,
  ): (...words: Words) => Promise<Result> {
    return async (...words) => {
      try {
        const result = await call(...words)
        calls[service].lastSuccess = now()
        return result
      } catch (error) {
        calls[service].lastFailure = { date: now(), kind: kindOf(error) }
        throw error
      }
    }
  }

  return { watch, read: (): Readonly<Record<Service, Calls>> => calls }
}
