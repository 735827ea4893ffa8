import { openAIApi } from '#server/credentials/open-ai-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { knownModels, toChoices } from './choices.ts'
import { maxTokens, openAIInputs, temperature, topP } from './common-inputs.ts'
import { otherAddress, wireSettings } from './open-ai-wire.ts'

const provider = 'openai'

export const chatOpenAI_LlamaIndex = defineNode({
  name: 'chatOpenAI_LlamaIndex',
  label: 'ChatOpenAI',
  version: 2,
  category: 'Chat Models',
  description: 'OpenAI chat model for LlamaIndex engines.',
  icon: 'model',
  baseClasses: ['ChatOpenAI', 'BaseChatModel_LlamaIndex', 'ToolCallLLM', 'BaseLLM'],
  tags: ['LlamaIndex'],
  badge: 'DEPRECATING',
  credential: openAIApi,

  inputs: {
    modelName: {
      label: 'Model Name',
      type: 'asyncOptions',
      loadMethod: 'listModels',
      default: 'gpt-3.5-turbo',
    },
    temperature,
    maxTokens,
    topP,
    timeout: openAIInputs.timeout,
    basepath: otherAddress,
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel({
      provider,
      model: inputs.modelName,
      apiKey: credential.openAIApiKey,
      baseUrl: credential.basePath,
      customBaseUrl: inputs.basepath,
      ...wireSettings(inputs),
    }),

  loadMethods: {
    async listModels({ credential, ports }) {
      if (!credential) {
        return toChoices(knownModels.openai)
      }
      const { openAIApiKey: apiKey, basePath } = credential
      return toChoices(await ports.listModels({ provider, apiKey, baseUrl: basePath }))
    },
  },
})
