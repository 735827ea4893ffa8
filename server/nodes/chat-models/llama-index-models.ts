import { anthropicApi } from '#server/credentials/anthropic-api.credential.ts'
import { azureOpenAIApi } from '#server/credentials/azure-open-ai-api.credential.ts'
import { groqApi } from '#server/credentials/groq-api.credential.ts'
import { mistralAIApi } from '#server/credentials/mistral-ai-api.credential.ts'
import { ollamaApi } from '#server/credentials/ollama-api.credential.ts'
import { openAIApi } from '#server/credentials/open-ai-api.credential.ts'
import { togetherAIApi } from '#server/credentials/together-ai-api.credential.ts'
import { azureAddress } from './azure-address.ts'
import { knownModels, listModels, listOpenAIModels, toChoices } from './choices.ts'
import {
  basepath,
  commonSettings,
  keyedSettings,
  listedModel,
  maxTokens,
  openAIInputs,
  openAISettings,
  temperature,
  topP,
} from './common-inputs.ts'
import { llamaIndexModel } from './model-node.ts'
import { ollamaModelInputs, ollamaSettings } from './ollama-inputs.ts'

export const chatOpenAI_LlamaIndex = llamaIndexModel({
  name: 'chatOpenAI_LlamaIndex',
  label: 'ChatOpenAI',
  version: 2,
  description: 'OpenAI chat model for LlamaIndex engines.',
  classes: ['ChatOpenAI'],
  credential: openAIApi,
  inputs: {
    modelName: { ...listedModel, default: 'gpt-3.5-turbo' },
    temperature,
    maxTokens,
    topP,
    timeout: openAIInputs.timeout,
    basepath,
  },
  settings: openAISettings,
  loadMethods: { listModels: listOpenAIModels },
})

export const azureChatOpenAI_LlamaIndex = llamaIndexModel({
  name: 'azureChatOpenAI_LlamaIndex',
  label: 'AzureChatOpenAI',
  version: 2,
  description: 'OpenAI chat model in your Azure account, for LlamaIndex engines.',
  classes: ['AzureChatOpenAI'],
  credential: azureOpenAIApi,
  inputs: {
    modelName: { ...listedModel, default: 'gpt-3.5-turbo-16k' },
    temperature,
    maxTokens,
    topP,
    timeout: openAIInputs.timeout,
  },
  settings: (inputs, credential) => ({
    provider: 'azure',
    model: inputs.modelName,
    apiKey: credential.azureOpenAIApiKey,
    baseUrl: azureAddress(credential),
    ...commonSettings(inputs),
  }),
  loadMethods: { listModels: async () => toChoices(knownModels.openai) },
})

export const chatAnthropic_LlamaIndex = llamaIndexModel({
  name: 'chatAnthropic_LlamaIndex',
  label: 'ChatAnthropic',
  version: 3,
  description: 'Anthropic Claude chat model for LlamaIndex engines.',
  classes: ['ChatAnthropic'],
  credential: anthropicApi,
  inputs: {
    modelName: { ...listedModel, default: 'claude-3-haiku' },
    temperature,
    maxTokensToSample: maxTokens,
    topP,
  },
  settings: keyedSettings('anthropic', 'anthropicApiKey'),
  loadMethods: { listModels: listModels('anthropic', 'anthropicApiKey') },
})

export const chatGroq_LlamaIndex = llamaIndexModel({
  name: 'chatGroq_LlamaIndex',
  label: 'ChatGroq',
  version: 1,
  description: 'Fast open model on Groq hardware, for LlamaIndex engines.',
  classes: ['ChatGroq'],
  credential: groqApi,
  credentialOptional: true,
  inputs: {
    modelName: { ...listedModel, placeholder: 'openai/gpt-oss-120b' },
    temperature,
    maxTokens,
  },
  settings: keyedSettings('groq', 'groqApiKey'),
  loadMethods: { listModels: listModels('groq', 'groqApiKey') },
})

export const chatMistral_LlamaIndex = llamaIndexModel({
  name: 'chatMistral_LlamaIndex',
  label: 'ChatMistral',
  version: 1,
  description: 'Mistral AI chat model for LlamaIndex engines.',
  classes: ['ChatMistral'],
  credential: mistralAIApi,
  inputs: {
    modelName: { ...listedModel, default: 'mistral-tiny' },
    temperature,
    maxTokensToSample: maxTokens,
    topP,
  },
  settings: keyedSettings('mistral', 'mistralAIAPIKey'),
  loadMethods: { listModels: listModels('mistral', 'mistralAIAPIKey') },
})

export const chatTogetherAI_LlamaIndex = llamaIndexModel({
  name: 'chatTogetherAI_LlamaIndex',
  label: 'ChatTogetherAI',
  version: 1,
  description: 'Open model on Together AI, for LlamaIndex engines.',
  classes: ['ChatTogetherAI'],
  credential: togetherAIApi,
  inputs: {
    modelName: {
      label: 'Model Name',
      type: 'string',
      placeholder: 'meta-llama/Llama-3.3-70B-Instruct-Turbo',
    },
    temperature,
  },
  settings: keyedSettings('together', 'togetherAIApiKey'),
})

export const chatOllama_LlamaIndex = llamaIndexModel({
  name: 'chatOllama_LlamaIndex',
  label: 'ChatOllama',
  version: 1,
  description: 'Open model run by Ollama, for LlamaIndex engines.',
  classes: ['ChatOllama'],
  credential: ollamaApi,
  credentialOptional: true,
  inputs: ollamaModelInputs,
  settings: ollamaSettings,
})
