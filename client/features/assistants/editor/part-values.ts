import { CREDENTIAL, type Values } from '#client/components/node-form/node-values.ts'
import type { AssistantPart } from '#shared/assistants.ts'
import type { NodeTemplate } from '#shared/nodes.ts'

/** A part as values of its form, which shows the credential as a field. */
export function valuesOf({ inputs, credential }: AssistantPart): Values {
  return credential ? { ...inputs, [CREDENTIAL]: credential } : inputs
}

export function withValues(part: AssistantPart, values: Values): AssistantPart {
  const { [CREDENTIAL]: credential, ...inputs } = values
  const { credential: _, ...rest } = part
  return {
    ...rest,
    inputs,
    ...(typeof credential === 'string' && credential !== '' && { credential }),
  }
}

/** A new part with the defaults of its node. */
export function partOf({ name, label, inputs }: NodeTemplate): AssistantPart {
  const defaults = inputs.flatMap((input) =>
    input.default === undefined ? [] : [[input.name, input.default] as const],
  )
  return { name, label, inputs: Object.fromEntries(defaults) }
}
