import type { ModelSettings } from '#server/engine/ports.ts'
import { temperature, topK, topP } from './common-inputs.ts'
import { onlySet, readList } from './read-settings.ts'

export const ollamaUrl = 'http://localhost:11434'

const more = { optional: true, additionalParams: true } as const
const integer = { type: 'number', step: 1, ...more } as const
const part = { type: 'number', step: 0.1, ...more } as const

export const ollamaInputs = {
  mirostat: {
    label: 'Mirostat',
    description: 'Mirostat sampling: 0 is off, 1 or 2 selects the version.',
    ...integer,
  },
  mirostatEta: { label: 'Mirostat ETA', description: 'Learning rate of Mirostat.', ...part },
  mirostatTau: {
    label: 'Mirostat TAU',
    description: 'Target perplexity of Mirostat. Lower is more coherent.',
    ...part,
  },
  numCtx: { label: 'Context Window Size', description: 'Size of the context window in tokens.', ...integer },
  numGpu: { label: 'Number of GPU', description: 'Layers to load onto the GPU.', ...integer },
  numThread: { label: 'Number of Thread', description: 'CPU threads to use.', ...integer },
  repeatLastN: {
    label: 'Repeat Last N',
    description: 'Number of last tokens checked for repetition.',
    ...integer,
  },
  repeatPenalty: { label: 'Repeat Penalty', description: 'Higher values reduce repetition.', ...part },
  stop: {
    label: 'Stop Sequence',
    type: 'string',
    description: 'Stop sequences, comma-separated.',
    rows: 4,
    ...more,
  },
  tfsZ: {
    label: 'Tail Free Sampling',
    description: 'Values above 1 reduce the weight of unlikely tokens.',
    ...part,
  },
} as const

export const ollamaModelInputs = {
  baseUrl: { label: 'Base URL', type: 'string', default: ollamaUrl },
  modelName: { label: 'Model Name', type: 'string', placeholder: 'llama3.2' },
  temperature,
  topP,
  topK,
  ...ollamaInputs,
} as const

type Numbered = 'mirostat' | 'mirostatEta' | 'mirostatTau' | 'numCtx' | 'numGpu' | 'numThread'
type Given = Readonly<
  { baseUrl: string; modelName: string; stop: string | undefined } & Record<
    'temperature' | 'topP' | 'topK' | 'repeatLastN' | 'repeatPenalty' | 'tfsZ' | Numbered,
    number | undefined
  >
>

export function toOllamaSettings(inputs: Given): ModelSettings {
  return {
    provider: 'ollama',
    model: inputs.modelName,
    baseUrl: ollamaUrl,
    customBaseUrl: inputs.baseUrl === ollamaUrl ? undefined : inputs.baseUrl,
    temperature: inputs.temperature,
    topP: inputs.topP,
    topK: inputs.topK,
    stopSequences: readList(inputs.stop),
    providerOptions: onlySet({
      mirostat: inputs.mirostat,
      mirostat_eta: inputs.mirostatEta,
      mirostat_tau: inputs.mirostatTau,
      num_ctx: inputs.numCtx,
      num_gpu: inputs.numGpu,
      num_thread: inputs.numThread,
      repeat_last_n: inputs.repeatLastN,
      repeat_penalty: inputs.repeatPenalty,
      tfs_z: inputs.tfsZ,
    }),
  }
}

export function ollamaSettings(
  inputs: Given,
  credential: { ollamaApiKey: string } | undefined,
): ModelSettings {
  return { ...toOllamaSettings(inputs), apiKey: credential?.ollamaApiKey }
}
