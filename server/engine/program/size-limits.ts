import { AppError } from '#shared/errors.ts'
import { isRecord } from '#shared/json.ts'
import type { Report } from '../run-log.ts'

/** Of a result that is stored, in characters of JSON. */
const MAX_RESULT = 4 * 1024 * 1024
/** Of all events of a run. */
const MAX_LOG = 64 * 1024 * 1024
const MAX_WAITS = 100

const results: ReadonlySet<Report['type']> = new Set([
  ...(['node_finished', 'tool_finished', 'items_started', 'item_finished'] as const),
])

/** Throws RUN_LIMIT for a result too large to store. */
export function rejectLarge(report: Report, size: number): void {
  if (size > MAX_RESULT && results.has(report.type)) {
    throw new AppError('RUN_LIMIT', 'The result is larger than 4 MB, which is the limit.', {
      details: 'nodeId' in report ? { nodeId: report.nodeId } : undefined,
    })
  }
}

/** Throws RUN_LIMIT for a run whose events have become too large to go on with. */
export function rejectLongLog(size: number, nodeId: string | undefined): void {
  if (size > MAX_LOG) {
    throw new AppError('RUN_LIMIT', 'The steps of this run have stored 64 MB, which is the limit.', {
      details: { nodeId },
    })
  }
}

/** Throws RUN_LIMIT when a run would wait for too many answers at once. */
export function rejectManyWaits(open: number, nodeId: string): void {
  if (open >= MAX_WAITS) {
    throw new AppError('RUN_LIMIT', `The run waits for ${MAX_WAITS} answers, which is the limit.`, {
      details: { nodeId },
    })
  }
}

/** Approximate length of a value as JSON. Escapes are not counted. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') {
    return value.length + 2
  }
  if (Array.isArray(value)) {
    return value.reduce<number>((sum, item) => sum + sizeOf(item) + 1, 2)
  }
  return isRecord(value)
    ? Object.entries(value).reduce((sum, [key, item]) => sum + key.length + sizeOf(item) + 4, 2)
    : 8
}
