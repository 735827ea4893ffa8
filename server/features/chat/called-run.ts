import { attemptId } from '#server/engine/past-calls.ts'
import type { CalledFlow } from '#server/engine/ports.ts'
import { StepWaiting } from '#server/engine/step-waiting.ts'
import type { RunsService } from '#server/features/runs/runs.service.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { RunEvent } from '#shared/runs.ts'

type Attached = { called?: CalledFlow; nextId?: string }

/**
 * What became of a run that a step has called before it was interrupted: its answer, or the id for another attempt when
 * there is none or when the run was cut off. Throws its error, and StepWaiting while it runs or waits.
 */
export async function attachTo(
  childRunId: string,
  runs: Pick<RunsService, 'find' | 'eventsOf' | 'waitsOf' | 'costOf'>,
): Promise<Attached> {
  for (let attempt = 1; ; attempt += 1) {
    const id = attemptId(childRunId, attempt)
    const run = await runs.find(id)
    if (!run) {
      return { nextId: id }
    }
    if (run.state === 'running' || run.state === 'waiting') {
      const [wait] = await runs.waitsOf(id)
      throw waitForChild(id, wait?.wait.text ?? 'The called flow is still running.')
    }
    const events = await runs.eventsOf(id)
    const text = textIn(events.at(-1))
    if (text !== undefined) {
      return { called: { answer: { text }, costMicro: runs.costOf(events) } }
    }
  }
}

/** Undefined for a chat flow whose process has died: the call is made again. Throws the error of any other ending. */
function textIn(ending: RunEvent | undefined): string | undefined {
  if (ending?.type === 'run_finished') {
    return ending.text
  }
  if (ending?.type !== 'run_failed') {
    throw new AppError('STOPPED', 'The called flow was stopped.')
  }
  if (ending.code !== 'UNAVAILABLE') {
    throw new AppError(ending.code as ErrorCode, ending.message)
  }
}

export function waitForChild(childRunId: string, text: string): StepWaiting {
  return new StepWaiting({
    ...{ kind: 'child', text, childRunId },
    labels: { proceed: 'Proceed', reject: 'Reject' },
    takesFeedback: true,
  })
}
