import type { ModelSettings } from '#server/engine/ports.ts'
import { keepSet, readList } from './read-settings.ts'

export const ollamaUrl = 'http://localhost:11434'

const more = { optional: true, additionalParams: true } as const
const whole = { type: 'number', step: 1, ...more } as const
const part = { type: 'number', step: 0.1, ...more } as const

/** What Ollama's models take, in a chat and out of one. */
export const ollamaInputs = {
  mirostat: {
    label: 'Mirostat',
    description: '0 off, 1 or 2: keeps the text evenly surprising.',
    ...whole,
  },
  mirostatEta: { label: 'Mirostat ETA', description: 'How fast Mirostat reacts.', ...part },
  mirostatTau: { label: 'Mirostat TAU', description: 'How surprising Mirostat lets it be.', ...part },
  numCtx: { label: 'Context Window Size', description: 'Tokens it can look back on.', ...whole },
  numGpu: { label: 'Number of GPU', description: 'Layers to put on the graphics card.', ...whole },
  numThread: { label: 'Number of Thread', description: 'Threads to calculate with.', ...whole },
  repeatLastN: { label: 'Repeat Last N', description: 'How far back it avoids repeating.', ...whole },
  repeatPenalty: { label: 'Repeat Penalty', description: 'How strongly it avoids repeating.', ...part },
  stop: {
    label: 'Stop Sequence',
    type: 'string',
    description: 'Texts at which it stops writing, with commas between them.',
    rows: 4,
    ...more,
  },
  tfsZ: { label: 'Tail Free Sampling', description: 'Above 1, unlikely words count less.', ...part },
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
    providerOptions: keepSet({
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
