import type { InputsOf } from '#server/engine/inputs.ts'
import type { ModelSettings } from '#server/engine/ports.ts'
import { commonSettings, maxTokens, openAIInputs, openTemperature, topK, topP } from './common-inputs.ts'

const { min: _, max: __, ...frequencyPenalty } = openAIInputs.frequencyPenalty

export const huggingFaceInputs = {
  model: {
    label: 'Model',
    type: 'string',
    description: 'Can be empty with your own endpoint.',
    placeholder: 'meta-llama/Llama-3.3-70B-Instruct',
    optional: true,
  },
  endpoint: {
    label: 'Endpoint',
    type: 'string',
    description: 'Your own inference endpoint. Needs your own credential.',
    placeholder: 'https://xyz.eu-west-1.aws.endpoints.huggingface.cloud',
    optional: true,
  },
  temperature: { ...openTemperature, additionalParams: true },
  maxTokens,
  topP,
  hfTopK: topK,
  frequencyPenalty,
} as const

export function huggingFaceSettings(
  inputs: InputsOf<typeof huggingFaceInputs>,
  { huggingFaceApiKey: apiKey }: { readonly huggingFaceApiKey: string },
): ModelSettings {
  return {
    provider: 'huggingface',
    model: inputs.model ?? 'tgi',
    apiKey,
    customBaseUrl: inputs.endpoint,
    ...commonSettings(inputs),
    topK: inputs.hfTopK,
  }
}
