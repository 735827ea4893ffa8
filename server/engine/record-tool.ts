import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { EventOf } from '#shared/runs.ts'
import type { Tool, ToolResult } from './handles.ts'
import type { Json } from './inputs.ts'
import type { Reuse } from './reuse.ts'
import type { RunLog } from './run-log.ts'
import { ServiceError } from './service-error.ts'

type Recording = {
  nodeId: string
  log: RunLog
  signal: AbortSignal
  reuse?: Reuse | undefined
  /** Hash of the step that built the tools; needed to reuse results of an earlier run. */
  stepHash?: string | undefined
}

/**
 * Errors that end the run instead of going back to the model: a retry would cost money, or the caller stopped the
 * run.
 */
const final: ReadonlySet<ErrorCode> = new Set(['STOPPED', 'TIMED_OUT', 'INSUFFICIENT_FUNDS', 'UNAVAILABLE'])

/** Longer results are truncated: the model's context window is finite and every token is paid for. */
const maxResult = 100_000

/**
 * Wraps the tools of a node so that each call emits two events; calls recorded by an earlier attempt of the run
 * are not repeated. Errors become results, so that the model can try something else.
 */
export function recordTools(built: unknown, { nodeId, log, signal, reuse, stepHash }: Recording): unknown {
  const calls = new Map<string, number>()

  function nextCall(tool: string) {
    const count = (calls.get(tool) ?? 0) + 1
    calls.set(tool, count)
    return `${nodeId}:${tool}:${count}`
  }

  const record = (tool: Tool): Tool => ({
    ...tool,
    async call(args: Json): Promise<ToolResult> {
      const callId = nextCall(tool.name)
      const known = findResult(log, callId, args)
      if (known) {
        return resultOf(known)
      }
      signal.throwIfAborted()
      const earlier = stepHash && reuse?.toolResult({ nodeId, stepHash, tool: tool.name, args })
      if (earlier) {
        log.note({ type: 'tool_called', nodeId, callId, tool: tool.name, args, isReused: true })
        log.note({ type: 'tool_finished', nodeId, callId, tool: tool.name, ...finishedOf(earlier) })
        return resultOf(earlier)
      }
      // Stored before the call: a tool may have side effects, so a started call must be known after a crash.
      await log.append({ type: 'tool_called', nodeId, callId, tool: tool.name, args })
      const result = await attempt(tool, args, signal)
      log.note({ type: 'tool_finished', nodeId, callId, tool: tool.name, ...result })
      return resultOf(result)
    },
  })

  return Array.isArray(built) ? built.map(record) : record(built as Tool)
}

type Finished = Pick<EventOf<'tool_finished'>, 'text' | 'isError' | 'sourceDocuments' | 'artifacts'>

async function attempt(tool: Tool, args: Json, signal: AbortSignal): Promise<Finished> {
  try {
    const { text, sourceDocuments, artifacts } = await tool.call(args)
    return {
      text: text.length > maxResult ? `${text.slice(0, maxResult)}\n[cut]` : text,
      isError: false,
      ...(sourceDocuments && sourceDocuments.length > 0 && { sourceDocuments }),
      ...(artifacts && artifacts.length > 0 && { artifacts }),
    }
  } catch (error) {
    if (signal.aborted || isFinal(error)) {
      throw error
    }
    const why = error instanceof AppError ? error.message : 'The tool failed.'
    return { text: `Error: ${why}`, isError: true }
  }
}

/** A timeout of one service does not end the run, because other tools may still work. */
function isFinal(error: unknown): boolean {
  return error instanceof AppError && !(error instanceof ServiceError) && final.has(error.code)
}

function findResult({ past }: RunLog, callId: string, args: Json): Finished | undefined {
  const called = past.find((event) => event.type === 'tool_called' && event.callId === callId)
  const isSame = called?.type === 'tool_called' && JSON.stringify(called.args) === JSON.stringify(args)
  const finished = isSame && past.find((event) => event.type === 'tool_finished' && event.callId === callId)
  return finished && finished.type === 'tool_finished' ? finished : undefined
}

function finishedOf({ text, isError, sourceDocuments, artifacts }: Finished): Finished {
  return { text, isError, ...(sourceDocuments && { sourceDocuments }), ...(artifacts && { artifacts }) }
}

function resultOf({ text, sourceDocuments, artifacts }: Finished): ToolResult {
  return {
    text,
    ...(sourceDocuments && { sourceDocuments: sourceDocuments as ToolResult['sourceDocuments'] & object }),
    ...(artifacts && { artifacts: artifacts as Json[] }),
  }
}
