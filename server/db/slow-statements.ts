import { slowStatements } from '../telemetry/metrics/instruments.ts'

export type SlowStatement = {
  /** With placeholders: values are never part of it. */
  sql: string
  ms: number
  date: Date
}

const SLOW_MS = 50
const MAX_COUNT = 200
const MAX_LENGTH = 2_000

const recorded: SlowStatement[] = []

/** Records a statement if it was slow. `start` is a time of `performance.now()`. */
export function timeStatement(sql: string, start: number) {
  const ms = performance.now() - start
  if (ms >= SLOW_MS) {
    recordSlow(sql, ms)
  }
}

function recordSlow(sql: string, ms: number) {
  slowStatements.add(1)
  recorded.push({ sql: sql.slice(0, MAX_LENGTH), ms, date: new Date() })
  if (recorded.length > MAX_COUNT) {
    recorded.shift()
  }
}

/** The last slow statements of this process, oldest first. */
export function listSlowStatements(): readonly SlowStatement[] {
  return recorded
}

type Query = (...args: never[]) => unknown

/** Times a query function of a driver that returns promises; calls with a callback return nothing and are not timed. */
export function timeQueries<Original extends Query>(query: Original): Original {
  const timed = (...args: Parameters<Original>) => {
    const start = performance.now()
    const result = query(...args)
    if (result instanceof Promise) {
      const record = () => timeStatement(textOf(args[0]), start)
      result.then(record, record)
    }
    return result
  }
  return timed as Original
}

function textOf(query: unknown): string {
  return typeof query === 'string' ? query : String((query as { text?: string } | undefined)?.text ?? '')
}
