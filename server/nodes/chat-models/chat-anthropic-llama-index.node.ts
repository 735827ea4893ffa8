import { anthropicApi } from '#server/credentials/anthropic-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { askForModels } from './ask-for-models.ts'
import { knownModels } from './choices.ts'
import { maxTokens, temperature, topP } from './common-inputs.ts'

const provider = 'anthropic'

export const chatAnthropic_LlamaIndex = defineNode({
  name: 'chatAnthropic_LlamaIndex',
  label: 'ChatAnthropic',
  version: 3,
  category: 'Chat Models',
  description: 'Anthropic Claude chat model for LlamaIndex engines.',
  icon: 'model',
  baseClasses: ['ChatAnthropic', 'BaseChatModel_LlamaIndex', 'ToolCallLLM', 'BaseLLM'],
  tags: ['LlamaIndex'],
  badge: 'DEPRECATING',
  credential: anthropicApi,

  inputs: {
    modelName: {
      label: 'Model Name',
      type: 'asyncOptions',
      loadMethod: 'listModels',
      default: 'claude-3-haiku',
    },
    temperature,
    maxTokensToSample: maxTokens,
    topP,
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel({
      provider,
      model: inputs.modelName,
      apiKey: credential.anthropicApiKey,
      temperature: inputs.temperature,
      maxOutputTokens: inputs.maxTokensToSample,
      topP: inputs.topP,
    }),

  loadMethods: {
    listModels: askForModels(
      provider,
      knownModels.anthropic,
      ({ anthropicApiKey }: { anthropicApiKey: string }) => anthropicApiKey,
    ),
  },
})
