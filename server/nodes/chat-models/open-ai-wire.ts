import type { InputsOf } from '#server/engine/inputs.ts'
import type { ModelSettings } from '#server/engine/ports.ts'
import { maxTokens, openAIInputs, streaming, temperature, topP } from './common-inputs.ts'

/** What servers that speak OpenAI's protocol take. */
export const wireInputs = {
  temperature,
  streaming,
  maxTokens,
  topP,
  frequencyPenalty: openAIInputs.frequencyPenalty,
  presencePenalty: openAIInputs.presencePenalty,
  timeout: openAIInputs.timeout,
} as const

/** Where another server stands. */
export const otherAddress = {
  label: 'BasePath',
  type: 'string',
  description: 'Base URL of a compatible server. Needs your own credential.',
  optional: true,
  additionalParams: true,
} as const

/** Those of them a node has, as its model's settings. */
export function wireSettings(inputs: Partial<InputsOf<typeof wireInputs>>) {
  return {
    temperature: inputs.temperature,
    maxOutputTokens: inputs.maxTokens,
    topP: inputs.topP,
    frequencyPenalty: inputs.frequencyPenalty,
    presencePenalty: inputs.presencePenalty,
    timeoutMs: inputs.timeout,
    streaming: inputs.streaming,
  } satisfies Partial<ModelSettings>
}
