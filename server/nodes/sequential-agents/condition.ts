import type { Json } from '#server/engine/inputs.ts'
import { camelName, fulfills } from '#shared/condition-rules.ts'
import { AppError } from '#shared/errors.ts'
import { readFlowValues, resolveValue, runScript, type StepCall } from './flow-values.ts'
import { rowsIn } from './read-patch.ts'

/** The output that a condition's form chooses for this state: a label of the form, or `End`. */
export async function chooseOutput(
  call: StepCall,
  output: Json = '',
): Promise<{ label: string; name: string }> {
  const { step, label: node } = call
  const values = await readFlowValues(call, output)
  const code = step.stored('conditionFunction')
  const rows = rowsIn(step.stored('conditionUI'))
  const tab = step.stored(`selectedConditionFunctionTab_${step.nodeId}`)
  if (tab === 'conditionFunction' || (tab === undefined && rows.length === 0 && code)) {
    const returned = await runScript(call, 'condition', { code: String(code ?? ''), values })
    if (typeof returned !== 'string' || returned.trim() === '') {
      throw new AppError('INVALID_FLOW', `${node}: the code must return the name of an output.`)
    }
    return named(returned)
  }
  const found = rows.find(({ variable, operation, value }) =>
    fulfills(String(operation ?? ''), toText(resolveValue(variable ?? '', values)), toText(value ?? '')),
  )
  return named(String(found?.output ?? '').trim() || 'End')
}

function named(label: string) {
  return { label, name: camelName(label) }
}

function toText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
