import type { RunLog } from './run-log.ts'
import type { Trace } from './trace.ts'

/** Handle methods recorded in the trace. Models and tools have events of their own. */
const uses = ['retrieve', 'search', 'read', 'format', 'parse', 'refuse', 'load', 'ask'] as const
type Use = (typeof uses)[number]
type Method = (...requested: unknown[]) => unknown

type Watching = { nodeId: string; log: RunLog; trace: Trace }

/** Wraps a handle so that each call is logged with arguments, result and time. */
export function watchHandle(built: unknown, watching: Watching): unknown {
  if (!isPlain(built) || 'stream' in built || 'call' in built) {
    return built
  }
  const watched = uses.filter((use) => typeof built[use] === 'function')
  const counted = { calls: 0 }
  return watched.length === 0
    ? built
    : {
        ...built,
        ...Object.fromEntries(
          watched.map((use) => [use, watchUse(built, use, () => nextCall(watching, counted), watching)]),
        ),
      }
}

function nextCall({ nodeId }: Watching, counted: { calls: number }) {
  counted.calls += 1
  return `${nodeId}:use:${counted.calls}`
}

function watchUse(
  handle: Record<string, unknown>,
  use: Use,
  nextCall: () => string,
  { nodeId, log, trace }: Watching,
): Method {
  const finish = (callId: string, value: unknown, isError: boolean) =>
    log.note({ type: 'handle_finished', nodeId, callId, use, isError, output: trace.record(value) })

  return (...requested) => {
    const callId = nextCall()
    log.note({ type: 'handle_called', nodeId, callId, use, input: trace.record(requested[0]) })
    try {
      // Preserves `this`, because handles may be class instances.
      const given = (handle[use] as Method).apply(handle, requested)
      if (!(given instanceof Promise)) {
        finish(callId, given, false)
        return given
      }
      return given.then(
        (value) => {
          finish(callId, value, false)
          return value
        },
        (error) => {
          finish(callId, messageOf(error), true)
          throw error
        },
      )
    } catch (error) {
      finish(callId, messageOf(error), true)
      throw error
    }
  }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

function messageOf(error: unknown) {
  return error instanceof Error ? error.message : String(error)
}
