import type { Turn } from '#server/engine/call-context.ts'
import { NodeFailure } from '#server/engine/node-failure.ts'
import type { Ports } from '#server/engine/ports.ts'
import { endingOf } from '#server/engine/run-ending.ts'
import { type RunResult, runFlow } from '#server/engine/run-flow.ts'
import type { OpenRun } from '#server/features/runs/runs.service.ts'
import { AppError } from '#shared/errors.ts'
import type { CanvasPlan } from './canvas-run.ts'

export type ReceivedRequest = {
  turn: Turn
  /** Without attachments. */
  question: string
}

type Execution = {
  run: OpenRun
  canvas: CanvasPlan
  requested: ReceivedRequest
  world: Ports
  stream: boolean
  hear?: ((requested: ReceivedRequest) => Promise<ReceivedRequest>) | undefined
  /** Applies the owner's post-processing before the answer is stored. */
  finish(found: RunResult, requested: ReceivedRequest): Promise<RunResult>
  /** Called once everything is stored, whatever the outcome. */
  ended?: (() => void) | undefined
}

/**
 * Runs the flow and always closes the log with exactly one ending. Callers receive an answer only after it is
 * stored.
 */
export async function executeRun({ run, canvas, requested, world, stream, hear, finish, ended }: Execution) {
  let reported = ''
  const leave = run.watch(0, ({ event }) => {
    reported += event.type === 'token' ? event.text : ''
  })
  try {
    const { log, signal, totals } = run
    const { plan, reuse, base } = canvas
    const heard = hear ? await hear(requested) : requested
    const { turn } = heard
    const result = await runFlow({
      ...{ plan, turn, log, signal, stream, reuse },
      finish: (found) => finish(found, heard),
      ports: world,
      trace: run.isTraced,
      reuses: base?.id,
    })
    const text = result.json === undefined ? result.text : fence(result.json)
    const { text: _, json: __, upserted: ___, ...extras } = result
    await log.append({
      type: 'run_finished',
      text,
      ...(Object.keys(extras).length > 0 && { extras }),
      usage: totals.usage,
    })
    return { result, requested: heard }
  } catch (error) {
    const failure = causeOf(error, run.signal)
    await run.log.append(endingOf(failure, run.totals.usage, { text: reported, place: placeOf(error) }))
    throw failure
  } finally {
    leave()
    run.close()
    ended?.()
  }
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
