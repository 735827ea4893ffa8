import type { Turn } from '#server/engine/call-context.ts'
import { NodeFailure } from '#server/engine/node-failure.ts'
import { endingOf } from '#server/engine/run-ending.ts'
import type { RunResult } from '#server/engine/run-flow.ts'
import type { OpenRun } from '#server/features/runs/runs.service.ts'
import { AppError } from '#shared/errors.ts'
import type { StepWait } from '#shared/runs.ts'

export type ReceivedRequest = {
  turn: Turn
  /** Without attachments. */
  question: string
}

type Execution<Result extends RunResult> = {
  run: OpenRun
  requested: ReceivedRequest
  /** Returns the answer, or the waits of a run that cannot go on without a person. */
  perform(requested: ReceivedRequest): Promise<Result | Waits>
  transcribe?: ((requested: ReceivedRequest) => Promise<ReceivedRequest>) | undefined
  /** Called once everything is stored, whatever the outcome. */
  ended?: (() => void) | undefined
}

type Waits = { waits: StepWait[] }

/**
 * Runs the flow and always closes the log with exactly one ending, or parks the run. Callers receive an answer only
 * after it is stored. A run that another process is to go on with has no ending.
 */
export async function executeRun<Result extends RunResult>(execution: Execution<Result>) {
  const { run, requested, perform, transcribe, ended } = execution
  let reported = ''
  const leave = run.watch(0, ({ event }) => {
    reported += event.type === 'token' && run.permit.isValid() ? event.text : ''
  })
  try {
    const { log, totals } = run
    const transcribed = transcribe ? await transcribe(requested) : requested
    const result = await perform(transcribed)
    if ('waits' in result) {
      await log.append({ type: 'run_waiting', waits: result.waits })
      return { result, requested: transcribed }
    }
    const text = result.json === undefined ? result.text : fence(result.json)
    const { text: _, json: __, upserted: ___, ...extras } = result
    await log.append({
      type: 'run_finished',
      text,
      ...(Object.keys(extras).length > 0 && { extras }),
      usage: totals.usage,
    })
    return { result, requested: transcribed }
  } catch (error) {
    const failure = causeOf(error, run.signal)
    if (isLeft(failure, run)) {
      throw failure
    }
    const text = run.cutText() ?? reported
    await run.log.append(endingOf(failure, run.totals.usage, { text, place: placeOf(error) }))
    throw failure
  } finally {
    leave()
    run.close()
    ended?.()
  }
}

/** The server is stopping, or another process has taken over: the run of an agent flow goes on there. */
function isLeft(failure: AppError, { row }: OpenRun) {
  return row.program !== null && failure.code === 'UNAVAILABLE'
}

function placeOf(error: unknown) {
  return error instanceof NodeFailure ? { nodeId: error.nodeId, label: error.label } : {}
}

/** A stopped run reports the reason of the stop, whatever the interrupted work has thrown. */
function causeOf(error: unknown, signal: AbortSignal): AppError {
  if (signal.aborted && signal.reason instanceof AppError) {
    return signal.reason
  }
  return error instanceof AppError
    ? error
    : new AppError('INTERNAL', 'Something went wrong on our side.', { cause: error })
}

function fence(json: unknown) {
  return `\`\`\`json\n${JSON.stringify(json, null, 2)}\n\`\`\``
}
