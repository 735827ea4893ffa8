import type { Json } from '#server/engine/inputs.ts'
import type { StepResult } from '#server/engine/program/step.ts'
import { AppError } from '#shared/errors.ts'
import { isRecord } from '#shared/json.ts'

type Returned = { value: Json; as: string; name: string; label: string }

/** A value as a message of the conversation, or as changes of the state. */
export function toResult({ value, as, name, label }: Returned): StepResult {
  const content = typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)
  const output = { content, output: value, agentName: name }
  if (as !== 'stateObj') {
    const role = as === 'humanMessage' ? ('user' as const) : ('assistant' as const)
    return { value: output, messages: [{ role, content, name }] }
  }
  if (!isRecord(value)) {
    throw new AppError('INVALID_FLOW', `${label}: the value must be an object to update the state.`)
  }
  return { value: output, patch: value as { [key: string]: Json } }
}
