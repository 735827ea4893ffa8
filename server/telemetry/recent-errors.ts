import { AppError } from '#shared/errors.ts'

export type RecordedError = {
  /** Code and class, such as `INTERNAL SqliteError SQLITE_FULL`. Messages may quote what a user has written. */
  kind: string
  /** Method and pattern of the route, or the work in the background. */
  route: string
  requestId: string | null
  date: Date
}

const MAX_COUNT = 200
/** Classes and codes as programs name them. */
const plainName = /^[\w.:-]{1,60}$/

/** The last failures of our side, in memory. */
export function createRecentErrors({ now }: { now: () => Date }) {
  const errors: RecordedError[] = []

  function record({ error, route, requestId }: { error: unknown; route: string; requestId?: string }) {
    errors.push({ kind: kindOf(error), route, requestId: requestId ?? null, date: now() })
    if (errors.length > MAX_COUNT) {
      errors.shift()
    }
  }

  return { record, list: (): readonly RecordedError[] => errors }
}

function kindOf(error: unknown): string {
  if (error instanceof AppError) {
    const cause = error.cause === undefined ? [] : [nameOf(error.cause)]
    return [error.code, ...cause].join(' ')
  }
  return nameOf(error)
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return 'Error'
  }
  const code = 'code' in error ? String(error.code) : ''
  const cause = error.cause instanceof Error ? nameOf(error.cause) : ''
  const names = [error.constructor.name, code].filter((name) => plainName.test(name))
  return [...names, ...(cause === '' ? [] : [`(${cause})`])].join(' ').slice(0, 120)
}
