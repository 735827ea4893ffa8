import { AppError, type ErrorCode } from '#shared/errors.ts'
import { isRecord } from '#shared/json.ts'
import type { EventOf } from '#shared/runs.ts'
import { createCallIds, pastOf } from './past-calls.ts'
import type { CalledFlow, FlowAnswer, FlowQuestion, Ports } from './ports.ts'
import type { RunLog } from './run-log.ts'
import { StepWaiting, throwIfWaiting, type Waiting, waitFor } from './step-waiting.ts'
import { digest } from './trace.ts'

type Recording = {
  nodeId: string
  scope?: string | undefined
  runId?: string | undefined
  waiting?: Waiting | undefined
  log: RunLog
  signal: AbortSignal
}

/**
 * Calls of other flows. In a step of an agent flow the called run has an id derived from the call, so a step that is run
 * again attaches to it instead of starting another; while the called run waits for a person, the step waits for it.
 */
export function recordFlowCalls(recording: Recording, callFlow: Ports['callFlow']) {
  const { nodeId, scope, runId, waiting, log, signal } = recording
  const nextCall = createCallIds(nodeId, scope)

  return async (question: Omit<FlowQuestion, 'signal' | 'childRunId'>): Promise<FlowAnswer> => {
    if (scope === undefined || waiting === undefined) {
      return (await callFlow({ ...question, signal })).answer
    }
    const callId = nextCall('flow')
    const call = { nodeId, callId, tool: 'flow' } as const
    const args = { flowId: question.flowId, question: question.question }
    const past = pastOf(log, callId)
    const finished = past.findLast(
      (event): event is EventOf<'tool_finished'> => event.type === 'tool_finished',
    )
    if (finished) {
      return JSON.parse(finished.text) as FlowAnswer
    }
    signal.throwIfAborted()
    throwIfWaiting(waiting)
    const childRunId = await digest([runId, callId])
    if (past.length === 0) {
      await log.append({ type: 'tool_called', ...call, args, effect: 'keyed' })
    }
    const { answer, costMicro } = answerIn(waiting, childRunId) ?? (await callChild())
    const text = JSON.stringify(answer)
    log.note({ type: 'tool_finished', ...call, text, isError: false, calledCostMicro: costMicro })
    return answer

    async function callChild(): Promise<CalledFlow> {
      try {
        return await callFlow({ ...question, signal, childRunId })
      } catch (error) {
        if (error instanceof StepWaiting && waiting) {
          waitFor(waiting, { ...error.wait, calls: [{ callId, tool: 'flow', args }] })
        }
        throw error
      }
    }
  }
}

/** The result of the called run, given as the answer to the wait for it. Throws its error. */
function answerIn({ answers }: Waiting, childRunId: string): CalledFlow | undefined {
  const found = answers.findLast(({ wait }) => wait.kind === 'child' && wait.childRunId === childRunId)
  const value = found?.answer.value
  if (!isRecord(value)) {
    return undefined
  }
  if (typeof value.error === 'string') {
    throw new AppError(value.code as ErrorCode, value.error)
  }
  return { answer: { text: String(value.text ?? '') }, costMicro: Number(value.costMicro ?? 0) }
}
