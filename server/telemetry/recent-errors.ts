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

/** Code and class of an error, never its message. */
export function kindOf(error: unknown): string {
  const root = nameOf(rootOf(error))
  if (error instanceof AppError) {
    return error.cause === undefined ? error.code : `${error.code} ${root}`
  }
  return root
}

/** What the database or the network said, below the errors that wrap it. */
function rootOf(error: unknown): unknown {
  let root = error
  for (let depth = 0; depth < 5 && root instanceof Error && root.cause instanceof Error; depth += 1) {
    root = root.cause
  }
  return root
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return 'Error'
  }
  const code = 'code' in error ? String(error.code) : ''
  return [error.constructor.name, code].filter((name) => plainName.test(name)).join(' ')
}
