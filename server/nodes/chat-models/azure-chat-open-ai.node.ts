import { azureOpenAIApi } from '#server/credentials/azure-open-ai-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { azureAddress } from './azure-address.ts'
import { knownModels, toChoices } from './choices.ts'
import {
  allowImageUploads,
  cache,
  commonSettings,
  lowToHigh,
  maxTokens,
  openAIInputs,
  streaming,
  temperature,
  topP,
} from './common-inputs.ts'
import { onlySet, readHeaders } from './read-settings.ts'

const more = { optional: true, additionalParams: true } as const

export const azureChatOpenAI = defineNode({
  name: 'azureChatOpenAI',
  label: 'Azure OpenAI',
  version: 7.1,
  category: 'Chat Models',
  description: 'OpenAI chat model in your Azure account.',
  icon: 'model',
  baseClasses: [
    'AzureChatOpenAI',
    'ChatOpenAI',
    'BaseChatOpenAI',
    'BaseChatModel',
    'BaseLanguageModel',
    'Runnable',
  ],
  credential: azureOpenAIApi,

  inputs: {
    cache,
    modelName: { label: 'Model Name', type: 'asyncOptions', loadMethod: 'listModels' },
    temperature,
    maxTokens,
    streaming,
    allowImageUploads,
    reasoning: openAIInputs.reasoning,
    reasoningEffort: {
      label: 'Reasoning Effort',
      type: 'options',
      description: 'Reasoning effort. Higher is slower and costs more.',
      options: lowToHigh,
      show: { reasoning: true },
      ...more,
    },
    reasoningSummary: openAIInputs.reasoningSummary,
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
    baseOptions: openAIInputs.baseOptions,
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel(
      {
        provider: 'azure',
        model: inputs.modelName,
        apiKey: credential.azureOpenAIApiKey,
        baseUrl: azureAddress(credential),
        customBaseUrl: inputs.basepath && azureAddress(credential, inputs.basepath),
        ...commonSettings(inputs),
        sees: inputs.allowImageUploads,
        headers: readHeaders(inputs.baseOptions),
        providerOptions: onlySet({ reasoningEffort: inputs.reasoningEffort }),
      },
      inputs.cache,
    ),

  loadMethods: {
    // A fixed list: Azure does not report the deployment's model, and the price depends on it.
    listModels: async () => toChoices(knownModels.openai),
  },
})
