import { azureOpenAIApi } from '#server/credentials/azure-open-ai-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { azureAddress } from '#server/nodes/chat-models/azure-address.ts'
import { knownModels, toChoices } from '#server/nodes/chat-models/choices.ts'
import { cache, maxTokens, openAIInputs, temperature, topP } from '#server/nodes/chat-models/common-inputs.ts'

const more = { optional: true, additionalParams: true } as const

export const azureOpenAI = defineNode({
  name: 'azureOpenAI',
  label: 'Azure OpenAI',
  version: 4,
  category: 'LLMs',
  description: 'OpenAI text completion model in your Azure account.',
  icon: 'model',
  baseClasses: ['AzureOpenAI', 'OpenAI', 'BaseLLM', 'BaseLanguageModel', 'Runnable'],
  badge: 'DEPRECATING',
  credential: azureOpenAIApi,

  inputs: {
    cache,
    modelName: {
      label: 'Model Name',
      type: 'asyncOptions',
      loadMethod: 'listModels',
      default: 'gpt-3.5-turbo-instruct',
    },
    temperature,
    maxTokens,
    topP,
    frequencyPenalty: openAIInputs.frequencyPenalty,
    presencePenalty: openAIInputs.presencePenalty,
    timeout: openAIInputs.timeout,
    basepath: {
      label: 'BasePath',
      type: 'string',
      description: 'The part of the URL before the deployment name. Needs your own credential.',
      ...more,
    },
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel(
      {
        provider: 'azure',
        model: inputs.modelName,
        apiKey: credential.azureOpenAIApiKey,
        baseUrl: azureAddress(credential),
        customBaseUrl: inputs.basepath && azureAddress(credential, inputs.basepath),
        temperature: inputs.temperature,
        maxOutputTokens: inputs.maxTokens,
        topP: inputs.topP,
        frequencyPenalty: inputs.frequencyPenalty,
        presencePenalty: inputs.presencePenalty,
        timeoutMs: inputs.timeout,
      },
      inputs.cache,
    ),

  loadMethods: {
    listModels: async () => toChoices(knownModels.completions),
  },
})
