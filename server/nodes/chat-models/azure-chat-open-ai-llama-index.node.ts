import { azureOpenAIApi } from '#server/credentials/azure-open-ai-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { azureAddress } from './azure-address.ts'
import { knownModels, toChoices } from './choices.ts'
import { maxTokens, openAIInputs, temperature, topP } from './common-inputs.ts'

export const azureChatOpenAI_LlamaIndex = defineNode({
  name: 'azureChatOpenAI_LlamaIndex',
  label: 'AzureChatOpenAI',
  version: 2,
  category: 'Chat Models',
  description: 'OpenAI chat model in your Azure account, for LlamaIndex engines.',
  icon: 'model',
  baseClasses: ['AzureChatOpenAI', 'BaseChatModel_LlamaIndex', 'ToolCallLLM', 'BaseLLM'],
  tags: ['LlamaIndex'],
  badge: 'DEPRECATING',
  credential: azureOpenAIApi,

  inputs: {
    modelName: {
      label: 'Model Name',
      type: 'asyncOptions',
      loadMethod: 'listModels',
      default: 'gpt-3.5-turbo-16k',
    },
    temperature,
    maxTokens,
    topP,
    timeout: openAIInputs.timeout,
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel({
      provider: 'azure',
      model: inputs.modelName,
      apiKey: credential.azureOpenAIApiKey,
      baseUrl: azureAddress(credential),
      temperature: inputs.temperature,
      maxOutputTokens: inputs.maxTokens,
      topP: inputs.topP,
      timeoutMs: inputs.timeout,
    }),

  loadMethods: {
    listModels: async () => toChoices(knownModels.openai),
  },
})
