import type { InputsOf } from '#server/engine/inputs.ts'
import type { ModelSettings } from '#server/engine/ports.ts'

export const cache = {
  label: 'Cache',
  type: 'BaseCache',
  description: 'Returns stored answers to repeated messages without calling the model.',
  optional: true,
} as const

export const temperature = {
  label: 'Temperature',
  type: 'number',
  description: 'Low is consistent, high is varied.',
  step: 0.1,
  min: 0,
  max: 2,
  default: 0.9,
  optional: true,
} as const

/** Without a default, the provider's own applies. */
const { default: _, ...withoutDefault } = temperature
export const openTemperature = withoutDefault

export const streaming = {
  label: 'Streaming',
  type: 'boolean',
  description: 'Show the answer as it is written.',
  default: true,
  optional: true,
  additionalParams: true,
} as const

export const visibleStreaming = { ...streaming, additionalParams: false } as const

export const listedModel = { label: 'Model Name', type: 'asyncOptions', loadMethod: 'listModels' } as const

export const allowImageUploads = {
  label: 'Allow Image Uploads',
  type: 'boolean',
  description: 'Let visitors send images to a vision model.',
  default: false,
  optional: true,
} as const

export const topP = {
  label: 'Top Probability',
  type: 'number',
  description: 'Consider only the most likely tokens whose probabilities add up to this value.',
  step: 0.1,
  min: 0,
  max: 1,
  optional: true,
  additionalParams: true,
} as const

export const topK = {
  label: 'Top K',
  type: 'number',
  description: 'Consider only this many of the most likely tokens.',
  step: 1,
  min: 1,
  optional: true,
  additionalParams: true,
} as const

export const maxTokens = {
  label: 'Max Tokens',
  type: 'number',
  description: 'Max answer length in tokens.',
  step: 1,
  min: 1,
  optional: true,
  additionalParams: true,
} as const

const more = { optional: true, additionalParams: true } as const

export const openAIInputs = {
  reasoning: {
    label: 'Reasoning',
    type: 'boolean',
    description: 'For reasoning models.',
    default: false,
    ...more,
  },
  reasoningSummary: {
    label: 'Reasoning Summary',
    type: 'options',
    description: 'Return a summary of the reasoning.',
    options: [
      { label: 'Auto', name: 'auto' },
      { label: 'Concise', name: 'concise' },
      { label: 'Detailed', name: 'detailed' },
    ],
    show: { reasoning: true },
    ...more,
  },
  frequencyPenalty: { label: 'Frequency Penalty', type: 'number', step: 0.1, min: -2, max: 2, ...more },
  presencePenalty: { label: 'Presence Penalty', type: 'number', step: 0.1, min: -2, max: 2, ...more },
  timeout: { label: 'Timeout', type: 'number', description: 'Milliseconds.', step: 1, min: 1, ...more },
  baseOptions: { label: 'BaseOptions', type: 'json', description: 'Additional request headers.', ...more },
} as const

export const lowToHigh = [
  { label: 'Low', name: 'low' },
  { label: 'Medium', name: 'medium' },
  { label: 'High', name: 'high' },
] as const

export const openAICompatibleInputs = {
  temperature,
  streaming,
  maxTokens,
  topP,
  frequencyPenalty: openAIInputs.frequencyPenalty,
  presencePenalty: openAIInputs.presencePenalty,
  timeout: openAIInputs.timeout,
} as const

export const basepath = {
  label: 'BasePath',
  type: 'string',
  description: 'Base URL of a compatible server. Needs your own credential.',
  ...more,
} as const

export const stopSequence = {
  label: 'Stop Sequence',
  type: 'string',
  description: 'Stop sequences, comma-separated.',
  rows: 4,
  ...more,
} as const

type CommonInputs = InputsOf<typeof openAICompatibleInputs & { topK: typeof topK }>

export function commonSettings(inputs: Partial<CommonInputs>) {
  return {
    temperature: inputs.temperature,
    maxOutputTokens: inputs.maxTokens,
    topP: inputs.topP,
    topK: inputs.topK,
    frequencyPenalty: inputs.frequencyPenalty,
    presencePenalty: inputs.presencePenalty,
    timeoutMs: inputs.timeout,
    streaming: inputs.streaming,
  } satisfies Partial<ModelSettings>
}

type KeyedInputs = Partial<CommonInputs> & { modelName: string; maxTokensToSample?: number | undefined }

/** Settings of a provider that needs only its name, a key and the shared inputs. */
export function keyedSettings<Key extends string>(provider: string, key: Key) {
  return (inputs: KeyedInputs, credential: Readonly<Record<Key, string>> | undefined) =>
    ({
      provider,
      model: inputs.modelName,
      apiKey: credential?.[key],
      ...commonSettings(inputs),
      maxOutputTokens: inputs.maxTokens ?? inputs.maxTokensToSample,
    }) satisfies ModelSettings
}

/** Settings of an OpenAI model, of OpenAI itself or a compatible server. */
export function openAISettings(
  inputs: KeyedInputs & { basepath: string | undefined },
  { openAIApiKey: apiKey, basePath: baseUrl }: { openAIApiKey: string; basePath: string | undefined },
) {
  return {
    provider: 'openai',
    model: inputs.modelName,
    apiKey,
    baseUrl,
    customBaseUrl: inputs.basepath,
    ...commonSettings(inputs),
  } satisfies ModelSettings
}
