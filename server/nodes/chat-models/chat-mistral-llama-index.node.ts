import { mistralAIApi } from '#server/credentials/mistral-ai-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { askForModels } from './ask-for-models.ts'
import { knownModels } from './choices.ts'
import { maxTokens, temperature, topP } from './common-inputs.ts'

const provider = 'mistral'

export const chatMistral_LlamaIndex = defineNode({
  name: 'chatMistral_LlamaIndex',
  label: 'ChatMistral',
  version: 1,
  category: 'Chat Models',
  description: 'Mistral AI chat model for LlamaIndex engines.',
  icon: 'model',
  baseClasses: ['ChatMistral', 'BaseChatModel_LlamaIndex', 'ToolCallLLM', 'BaseLLM'],
  tags: ['LlamaIndex'],
  badge: 'DEPRECATING',
  credential: mistralAIApi,

  inputs: {
    modelName: {
      label: 'Model Name',
      type: 'asyncOptions',
      loadMethod: 'listModels',
      default: 'mistral-tiny',
    },
    temperature,
    maxTokensToSample: maxTokens,
    topP,
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel({
      provider,
      model: inputs.modelName,
      apiKey: credential.mistralAIAPIKey,
      temperature: inputs.temperature,
      maxOutputTokens: inputs.maxTokensToSample,
      topP: inputs.topP,
    }),

  loadMethods: {
    listModels: askForModels(
      provider,
      knownModels.mistral,
      ({ mistralAIAPIKey }: { mistralAIAPIKey: string }) => mistralAIAPIKey,
    ),
  },
})
