import { AppError } from '#shared/errors.ts'
import type { Answer, AnyCall } from './define-node.ts'
import { NodeFailure } from './node-failure.ts'
import type { Step } from './plan-flow.ts'
import { prepareCall, scopeOf } from './prepare-call.ts'
import { recordTools } from './record-tool.ts'
import { inTime, readRetryPolicy } from './retry-policy.ts'
import { probe } from './run-to.ts'
import type { Execution } from './running.ts'
import { StepWaiting } from './step-waiting.ts'
import { traceEnd, traceStart } from './trace-step.ts'
import { watchHandle } from './watch-handle.ts'

/** Runs one node and reports the result. Throws NodeFailure naming the failed node. */
export async function runStep(step: Step, execution: Execution) {
  const { log, signal, tracing } = execution
  const { id: nodeId, label } = step
  log.note({
    type: 'node_started',
    nodeId,
    label,
    ...(tracing && (await traceStart(step, execution, tracing))),
  })
  try {
    await performInTime(step, execution)
    log.note({ type: 'node_finished', nodeId, ...(tracing && traceEnd(step, execution, tracing)) })
  } catch (error) {
    // A stop from outside is not an error of this node.
    if (signal.aborted && (error === signal.reason || !(error instanceof AppError))) {
      throw error
    }
    const failure = error instanceof NodeFailure ? error : new NodeFailure(step, error)
    log.note({ type: 'node_failed', nodeId: failure.nodeId, label: failure.label, message: failure.message })
    throw failure
  }
}

function performInTime(step: Step, execution: Execution): Promise<void> {
  const { timeoutMs } = readRetryPolicy(step.data)
  const { signal } = execution
  return timeoutMs === undefined
    ? perform(step, execution)
    : inTime({ label: step.label, timeoutMs, signal }, (limited) =>
        perform(step, { ...execution, signal: limited }),
      )
}

/** Only the flow's own ending is run. A partial run calls the last node's handle instead. */
async function perform(step: Step, execution: Execution) {
  const { plan, built, turn } = execution
  const { id, node } = step
  const isEnding = step === plan.ending
  const call = await prepareCall(step, execution, isEnding)
  if (isEnding && plan.upserts && node.upsert) {
    execution.answer.upserted = await node.upsert(call)
    execution.answer.text = `${execution.answer.upserted.numAdded} pieces were put into ${step.label}.`
    return
  }
  if (isEnding && node.run && !plan.isPart) {
    await listen(node.run(call), id, execution)
    return
  }
  const handle = await build(step, call, execution)
  built.set(id, handle)
  if (isEnding && plan.isPart) {
    await listen(probe(handle, turn), id, execution)
  }
}

async function listen(
  pieces: AsyncGenerator<string, Answer | void>,
  nodeId: string,
  { answer, log, signal }: Execution,
) {
  try {
    let step = await pieces.next()
    while (!step.done) {
      answer.text += step.value
      log.note({ type: 'token', nodeId, text: step.value })
      signal.throwIfAborted()
      step = await pieces.next()
    }
    Object.assign(answer, step.value ?? {})
  } finally {
    // Cancels the model call when the loop was left early; otherwise a no-op.
    await pieces.return()
  }
}

/** Builds the handle of a component without events of its own. */
export async function buildPart(step: Step, execution: Execution): Promise<unknown> {
  try {
    return await build(step, await prepareCall(step, execution, false), execution)
  } catch (error) {
    throw isOfNode(error, execution) ? new NodeFailure(step, error) : error
  }
}

function isOfNode(error: unknown, { signal }: Execution): boolean {
  const isStopped = signal.aborted && (error === signal.reason || !(error instanceof AppError))
  return !(isStopped || error instanceof NodeFailure || error instanceof StepWaiting)
}

async function build(step: Step, call: AnyCall, execution: Execution) {
  const { id, data, node, label } = step
  const { log, signal, tracing, reuse } = execution
  if (node.branch) {
    const { output, value } = await node.branch(call)
    execution.chosenOutputs.set(id, output)
    return value
  }
  const outputs = Object.entries(node.outputs ?? {})
  const chosen = outputs.find(([name]) => name === data.outputs?.output) ?? outputs[0]
  const make = chosen?.[1].build ?? node.build
  if (!make) {
    throw new AppError('INVALID_FLOW', `${label} has no output that another node can use.`)
  }
  const handle = await make(call)
  const { baseClasses } = chosen?.[1] ?? node
  if (baseClasses.includes('Tool')) {
    const stepHash = reuse && (await tracing?.hashOf(step))
    const { simulatesWrites } = execution.ports
    const place = { nodeId: id, ...scopeOf(id, execution) }
    return recordTools(handle, { ...place, log, signal, reuse, stepHash, simulatesWrites })
  }
  return tracing ? watchHandle(handle, { nodeId: id, log, trace: tracing }) : handle
}
