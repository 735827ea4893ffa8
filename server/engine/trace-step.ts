import type { Step } from './plan-flow.ts'
import { readInputs } from './read-inputs.ts'
import type { Execution } from './running.ts'
import { fieldsOf, secretsOf, type Trace } from './trace.ts'

/** Inputs of a node at its start. Invalid fields are reported when the node is prepared. */
export async function traceStart(step: Step, { turn, built }: Execution, tracing: Trace) {
  const { data, node, label } = step
  tracing.hide(secretsOf(node.inputs, data.inputs))
  const stepHash = await tracing.hashOf(step)
  try {
    const values = readInputs(node.inputs, data.inputs, { node: label, turn, built })
    return { stepHash, input: tracing.record(fieldsOf(node.inputs, values)) }
  } catch {
    return { stepHash }
  }
}

/** Output of a node: the answer or a value. Handles have no value of their own; their calls are traced one by one. */
export function traceEnd({ id }: Step, { plan, built, answer }: Execution, tracing: Trace) {
  const value = id === plan.ending.id ? (answer.json ?? answer.text) : built.get(id)
  const isValue = typeof value === 'string' || value === answer.json
  return isValue && value !== undefined ? { output: tracing.record(value) } : {}
}
