import { ollamaApi } from '#server/credentials/ollama-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { allowImageUploads, cache, streaming, temperature, topK, topP } from './common-inputs.ts'
import { keepSet, readList } from './read-settings.ts'

const usualUrl = 'http://localhost:11434'
const more = { optional: true, additionalParams: true } as const
const whole = { type: 'number', step: 1, ...more } as const
const part = { type: 'number', step: 0.1, ...more } as const

export const chatOllama = defineNode({
  name: 'chatOllama',
  label: 'Ollama',
  version: 5,
  category: 'Chat Models',
  description: 'An open model that Ollama runs on a machine of your own.',
  icon: 'model',
  baseClasses: ['ChatOllama', 'ChatOllama', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  credential: ollamaApi,
  credentialOptional: true,

  inputs: {
    cache,
    baseUrl: { label: 'Base URL', type: 'string', default: usualUrl },
    modelName: { label: 'Model Name', type: 'string', placeholder: 'llama3.2' },
    temperature,
    streaming,
    allowImageUploads,
    think: {
      label: 'Think',
      type: 'boolean',
      description: 'For models that can think before they answer.',
      default: false,
      optional: true,
    },
    jsonMode: { label: 'JSON Mode', type: 'boolean', description: 'Answer in JSON, nothing else.', ...more },
    keepAlive: {
      label: 'Keep Alive',
      type: 'string',
      description: 'How long the model stays loaded: 30s, 5m, 24h.',
      default: '5m',
      ...more,
    },
    topP,
    topK,
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
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel(
      {
        provider: 'ollama',
        model: inputs.modelName,
        apiKey: credential?.ollamaApiKey,
        baseUrl: usualUrl,
        customBaseUrl: inputs.baseUrl === usualUrl ? undefined : inputs.baseUrl,
        temperature: inputs.temperature,
        topP: inputs.topP,
        topK: inputs.topK,
        stopSequences: readList(inputs.stop),
        streaming: inputs.streaming,
        providerOptions: keepSet({
          think: inputs.think || undefined,
          format: inputs.jsonMode ? 'json' : undefined,
          keep_alive: inputs.keepAlive,
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
      },
      inputs.cache,
    ),
})
