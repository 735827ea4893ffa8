import { togetherAIApi } from '#server/credentials/together-ai-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { temperature } from './common-inputs.ts'

export const chatTogetherAI_LlamaIndex = defineNode({
  name: 'chatTogetherAI_LlamaIndex',
  label: 'ChatTogetherAI',
  version: 1,
  category: 'Chat Models',
  description: 'Open model on Together AI, for LlamaIndex engines.',
  icon: 'model',
  baseClasses: ['ChatTogetherAI', 'BaseChatModel_LlamaIndex', 'ToolCallLLM', 'BaseLLM'],
  tags: ['LlamaIndex'],
  badge: 'DEPRECATING',
  credential: togetherAIApi,

  inputs: {
    modelName: {
      label: 'Model Name',
      type: 'string',
      placeholder: 'meta-llama/Llama-3.3-70B-Instruct-Turbo',
    },
    temperature,
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel({
      provider: 'together',
      model: inputs.modelName,
      apiKey: credential.togetherAIApiKey,
      temperature: inputs.temperature,
    }),
})
