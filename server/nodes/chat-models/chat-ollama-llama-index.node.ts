import { ollamaApi } from '#server/credentials/ollama-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { temperature, topK, topP } from './common-inputs.ts'
import { ollamaInputs, ollamaUrl, toOllamaSettings } from './ollama-inputs.ts'

export const chatOllama_LlamaIndex = defineNode({
  name: 'chatOllama_LlamaIndex',
  label: 'ChatOllama',
  version: 1,
  category: 'Chat Models',
  description: 'Open model run by Ollama, for LlamaIndex engines.',
  icon: 'model',
  baseClasses: ['ChatOllama', 'BaseChatModel_LlamaIndex', 'ToolCallLLM', 'BaseLLM'],
  tags: ['LlamaIndex'],
  badge: 'DEPRECATING',
  credential: ollamaApi,
  credentialOptional: true,

  inputs: {
    baseUrl: { label: 'Base URL', type: 'string', default: ollamaUrl },
    modelName: { label: 'Model Name', type: 'string', placeholder: 'llama3.2' },
    temperature,
    topP,
    topK,
    ...ollamaInputs,
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel({
      ...toOllamaSettings(inputs),
      apiKey: credential?.ollamaApiKey,
    }),
})
