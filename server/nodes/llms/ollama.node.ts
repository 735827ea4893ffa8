import { ollamaApi } from '#server/credentials/ollama-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { cache, temperature, topK, topP } from '#server/nodes/chat-models/common-inputs.ts'
import { ollamaInputs, ollamaUrl, toOllamaSettings } from '#server/nodes/chat-models/ollama-inputs.ts'

export const ollama = defineNode({
  name: 'ollama',
  label: 'Ollama',
  version: 2,
  category: 'LLMs',
  description: 'Open model on your own computer, run by Ollama.',
  icon: 'model',
  baseClasses: ['Ollama', 'LLM', 'BaseLLM', 'BaseLanguageModel', 'Runnable'],
  badge: 'DEPRECATING',
  credential: ollamaApi,
  credentialOptional: true,

  inputs: {
    cache,
    baseUrl: { label: 'Base URL', type: 'string', default: ollamaUrl },
    modelName: { label: 'Model Name', type: 'string', placeholder: 'llama3.2' },
    temperature,
    topP,
    topK,
    ...ollamaInputs,
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel(
      {
        ...toOllamaSettings(inputs),
        apiKey: credential?.ollamaApiKey,
      },
      inputs.cache,
    ),
})
