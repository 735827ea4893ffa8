import type { Step } from './plan-flow.ts'
import { readInputs } from './read-inputs.ts'
import type { Execution } from './running.ts'
import { fieldsOf, secretsOf, type Trace } from './trace.ts'

/** What a node begins with. A fault in its fields is told when it is prepared. */
export async function traceStart(step: Step, { turn, built }: Execution, tracing: Trace) {
  const { data, node, label } = step
  tracing.hide(secretsOf(node.inputs, data.inputs))
  const stepHash = await tracing.hashOf(step)
  try {
    const values = readInputs(node.inputs, data.inputs, { node: label, turn, built })
    return { stepHash, input: tracing.keep(fieldsOf(node.inputs, values)) }
  } catch {
    return { stepHash }
  }
}

/** What it gave: the answer, or a value others take. A handle has no value of its own; its uses are told one by one. */
export function traceEnd({ id }: Step, { plan, built, answer }: Execution, tracing: Trace) {
  const value = id === plan.ending.id ? (answer.json ?? answer.text) : built.get(id)
  const isValue = typeof value === 'string' || value === answer.json
  return isValue && value !== undefined ? { output: tracing.keep(value) } : {}
}
