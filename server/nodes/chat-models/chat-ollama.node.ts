import { ollamaApi } from '#server/credentials/ollama-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { allowImageUploads, cache, streaming, temperature, topK, topP } from './common-inputs.ts'
import { ollamaInputs, ollamaUrl, toOllamaSettings } from './ollama-inputs.ts'
import { onlySet } from './read-settings.ts'

const more = { optional: true, additionalParams: true } as const

export const chatOllama = defineNode({
  name: 'chatOllama',
  label: 'Ollama',
  version: 5,
  category: 'Chat Models',
  description: 'Open model on your own computer, run by Ollama.',
  icon: 'model',
  baseClasses: ['ChatOllama', 'ChatOllama', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  credential: ollamaApi,
  credentialOptional: true,

  inputs: {
    cache,
    baseUrl: { label: 'Base URL', type: 'string', default: ollamaUrl },
    modelName: { label: 'Model Name', type: 'string', placeholder: 'llama3.2' },
    temperature,
    streaming,
    allowImageUploads,
    think: {
      label: 'Think',
      type: 'boolean',
      description: 'For models that support reasoning.',
      default: false,
      optional: true,
    },
    jsonMode: { label: 'JSON Mode', type: 'boolean', description: 'Answer only in JSON.', ...more },
    keepAlive: {
      label: 'Keep Alive',
      type: 'string',
      description: 'How long the model stays in memory: 30s, 5m, 24h.',
      default: '5m',
      ...more,
    },
    topP,
    topK,
    ...ollamaInputs,
  },

  build({ inputs, credential, ports }) {
    const settings = toOllamaSettings(inputs)
    return ports.chatModel(
      {
        ...settings,
        apiKey: credential?.ollamaApiKey,
        streaming: inputs.streaming,
        sees: inputs.allowImageUploads,
        providerOptions: onlySet({
          think: inputs.think || undefined,
          format: inputs.jsonMode ? 'json' : undefined,
          keep_alive: inputs.keepAlive,
          ...settings.providerOptions,
        }),
      },
      inputs.cache,
    )
  },
})
