import { cerebrasAIApi } from '#server/credentials/cerebras-ai-api.credential.ts'
import { cohereApi } from '#server/credentials/cohere-api.credential.ts'
import { fireworksApi } from '#server/credentials/fireworks-api.credential.ts'
import { groqApi } from '#server/credentials/groq-api.credential.ts'
import { openRouterApi } from '#server/credentials/open-router-api.credential.ts'
import { perplexityApi } from '#server/credentials/perplexity-api.credential.ts'
import { sambanovaApi } from '#server/credentials/sambanova-api.credential.ts'
import { togetherAIApi } from '#server/credentials/together-ai-api.credential.ts'
import { xaiApi } from '#server/credentials/xai-api.credential.ts'
import { knownModels, listModels, toChoices } from './choices.ts'
import {
  allowImageUploads,
  basepath,
  commonSettings,
  keyedSettings,
  listedModel,
  maxTokens,
  openAICompatibleInputs,
  openAIInputs,
  streaming,
  temperature,
  topK,
  topP,
  visibleStreaming,
} from './common-inputs.ts'
import { chatModel } from './model-node.ts'
import { otherThan, readHeaders } from './read-settings.ts'

/** Chat models of providers that need only a name, a key and the shared inputs. */

export const groqChat = chatModel({
  name: 'groqChat',
  label: 'Groq',
  version: 4,
  description: 'Fast open model on Groq hardware.',
  classes: ['GroqChat', 'BaseChatModel'],
  credential: groqApi,
  credentialOptional: true,
  inputs: {
    modelName: { ...listedModel, placeholder: 'openai/gpt-oss-120b' },
    temperature,
    maxTokens,
    streaming: visibleStreaming,
  },
  settings: keyedSettings('groq', 'groqApiKey'),
  loadMethods: { listModels: listModels('groq', 'groqApiKey') },
})

export const chatCohere = chatModel({
  name: 'chatCohere',
  label: 'Cohere',
  version: 3,
  description: 'Cohere chat model.',
  classes: ['ChatCohere', 'BaseChatModel'],
  credential: cohereApi,
  inputs: {
    modelName: { ...listedModel, default: 'command-r7b-12-2024' },
    temperature: { ...temperature, default: 0.7 },
    streaming: visibleStreaming,
  },
  settings: keyedSettings('cohere', 'cohereApiKey'),
  loadMethods: { listModels: listModels('cohere', 'cohereApiKey') },
})

export const chatXAI = chatModel({
  name: 'chatXAI',
  label: 'xAI Grok',
  version: 2,
  description: 'Grok chat model from xAI.',
  classes: ['ChatXAI', 'BaseChatOpenAI', 'BaseChatModel'],
  credential: xaiApi,
  inputs: {
    modelName: { label: 'Model', type: 'string', placeholder: 'grok-4' },
    temperature,
    streaming,
    maxTokens,
    allowImageUploads,
  },
  settings: (inputs, { xaiApiKey: apiKey }) => ({
    provider: 'xai',
    model: inputs.modelName,
    apiKey,
    ...commonSettings(inputs),
    sees: inputs.allowImageUploads,
  }),
})

export const chatTogetherAI = chatModel({
  name: 'chatTogetherAI',
  label: 'TogetherAI',
  version: 2,
  description: 'Open model on Together AI.',
  classes: ['ChatTogetherAI', 'BaseChatOpenAI', 'BaseChatModel'],
  credential: togetherAIApi,
  inputs: {
    modelName: {
      label: 'Model Name',
      type: 'string',
      placeholder: 'meta-llama/Llama-3.3-70B-Instruct-Turbo',
    },
    temperature,
    streaming: visibleStreaming,
  },
  settings: keyedSettings('together', 'togetherAIApiKey'),
})

export const chatFireworks = chatModel({
  name: 'chatFireworks',
  label: 'Fireworks AI',
  version: 2,
  description: 'Open model on Fireworks AI.',
  classes: ['ChatFireworks', 'BaseChatOpenAI', 'BaseChatModel'],
  credential: fireworksApi,
  inputs: {
    modelName: {
      label: 'Model',
      type: 'string',
      default: 'accounts/fireworks/models/llama-v3p1-8b-instruct',
      placeholder: 'accounts/fireworks/models/llama-v3p1-8b-instruct',
    },
    temperature,
    streaming,
  },
  settings: keyedSettings('fireworks', 'fireworksApiKey'),
})

export const chatPerplexity = chatModel({
  name: 'chatPerplexity',
  label: 'Perplexity',
  version: 0.1,
  description: 'Perplexity chat model. Searches the web before it answers.',
  classes: ['ChatPerplexity', 'BaseChatModel'],
  credential: perplexityApi,
  inputs: {
    model: { ...listedModel, default: 'sonar' },
    temperature: { ...temperature, default: 1 },
    maxTokens,
    topP: { ...topP, label: 'Top P' },
    topK,
    presencePenalty: openAIInputs.presencePenalty,
    frequencyPenalty: openAIInputs.frequencyPenalty,
    streaming,
    timeout: openAIInputs.timeout,
  },
  settings: (inputs, { perplexityApiKey: apiKey }) => ({
    provider: 'perplexity',
    model: inputs.model,
    apiKey,
    ...commonSettings(inputs),
  }),
  // Perplexity has no API that lists its models.
  loadMethods: { listModels: async () => toChoices(knownModels.perplexity) },
})

const openRouterUrl = 'https://openrouter.ai/api/v1'

export const chatOpenRouter = chatModel({
  name: 'chatOpenRouter',
  label: 'OpenRouter',
  version: 1,
  description: 'Models from many providers with one OpenRouter account.',
  classes: ['ChatOpenRouter', 'BaseChatOpenAI', 'BaseChatModel'],
  credential: openRouterApi,
  credentialOptional: true,
  inputs: {
    modelName: { label: 'Model Name', type: 'string', placeholder: 'openai/gpt-4o-mini' },
    ...openAICompatibleInputs,
    basepath: { ...basepath, default: openRouterUrl },
    baseOptions: openAIInputs.baseOptions,
    allowImageUploads,
  },
  settings: (inputs, credential) => ({
    provider: 'openrouter',
    model: inputs.modelName,
    apiKey: credential?.openRouterApiKey,
    customBaseUrl: otherThan(openRouterUrl, inputs.basepath),
    ...commonSettings(inputs),
    sees: inputs.allowImageUploads,
    headers: readHeaders(inputs.baseOptions),
  }),
})

const cerebrasUrl = 'https://api.cerebras.ai/v1'

export const chatCerebras = chatModel({
  name: 'chatCerebras',
  label: 'Cerebras',
  version: 2,
  description: 'Fast open model on Cerebras hardware.',
  classes: ['ChatCerebras', 'BaseChatOpenAI', 'BaseChatModel'],
  credential: cerebrasAIApi,
  credentialOptional: true,
  inputs: {
    modelName: { label: 'Model Name', type: 'string', placeholder: 'gpt-oss-120b' },
    ...openAICompatibleInputs,
    basepath: { ...basepath, default: cerebrasUrl },
    baseOptions: openAIInputs.baseOptions,
  },
  settings: (inputs, credential) => ({
    provider: 'cerebras',
    model: inputs.modelName,
    apiKey: credential?.cerebrasApiKey,
    customBaseUrl: otherThan(cerebrasUrl, inputs.basepath),
    ...commonSettings(inputs),
    headers: readHeaders(inputs.baseOptions),
  }),
})

const sambanovaUrl = 'https://api.sambanova.ai/v1'
/** The default in Flowise's files, with its typing error. */
const misspelledSambanovaUrl = 'htps://api.sambanova.ai/v1'

export const chatSambanova = chatModel({
  name: 'chatSambanova',
  label: 'SambaNova',
  version: 1,
  description: 'Fast open model on SambaNova hardware.',
  classes: ['ChatSambanova', 'ChatOpenAI', 'BaseChatOpenAI', 'BaseChatModel'],
  credential: sambanovaApi,
  inputs: {
    modelName: {
      label: 'Model',
      type: 'string',
      default: 'Meta-Llama-3.3-70B-Instruct',
      placeholder: 'Meta-Llama-3.3-70B-Instruct',
    },
    temperature,
    streaming: visibleStreaming,
    basepath: {
      label: 'BasePath',
      type: 'string',
      description: 'Another base URL of SambaNova. Needs your own credential.',
      default: sambanovaUrl,
      optional: true,
      additionalParams: true,
    },
    baseOptions: openAIInputs.baseOptions,
  },
  settings: (inputs, { sambanovaApiKey: apiKey }) => ({
    provider: 'sambanova',
    model: inputs.modelName,
    apiKey,
    customBaseUrl:
      inputs.basepath === misspelledSambanovaUrl ? undefined : otherThan(sambanovaUrl, inputs.basepath),
    ...commonSettings(inputs),
    headers: readHeaders(inputs.baseOptions),
  }),
})
