import { awsApi } from '#server/credentials/aws-api.credential.ts'
import { azureOpenAIApi } from '#server/credentials/azure-open-ai-api.credential.ts'
import { cohereApi } from '#server/credentials/cohere-api.credential.ts'
import { fireworksApi } from '#server/credentials/fireworks-api.credential.ts'
import { googleVertexAuth } from '#server/credentials/google-vertex-auth.credential.ts'
import { huggingFaceApi } from '#server/credentials/hugging-face-api.credential.ts'
import { ollamaApi } from '#server/credentials/ollama-api.credential.ts'
import { openAIApi } from '#server/credentials/open-ai-api.credential.ts'
import { sambanovaApi } from '#server/credentials/sambanova-api.credential.ts'
import { togetherAIApi } from '#server/credentials/together-ai-api.credential.ts'
import type { NodeDefinition } from '#server/engine/define-node.ts'
import { awsKey, awsRegions, bedrockAddress } from '#server/nodes/chat-models/aws-address.ts'
import { azureAddress } from '#server/nodes/chat-models/azure-address.ts'
import { knownModels, toChoices } from '#server/nodes/chat-models/choices.ts'
import {
  basepath,
  commonSettings,
  keyedSettings,
  listedModel,
  maxTokens,
  openAIInputs,
  openAISettings,
  openTemperature,
  temperature,
  topK,
  topP,
  visibleStreaming,
} from '#server/nodes/chat-models/common-inputs.ts'
import { huggingFaceInputs, huggingFaceSettings } from '#server/nodes/chat-models/hugging-face-inputs.ts'
import { completionModel } from '#server/nodes/chat-models/model-node.ts'
import { ollamaModelInputs, ollamaSettings } from '#server/nodes/chat-models/ollama-inputs.ts'
import { onlySet } from '#server/nodes/chat-models/read-settings.ts'
import { vertexAddress } from '#server/nodes/chat-models/vertex-address.ts'
import { replicate } from './replicate.node.ts'

const openAICompletionInputs = {
  maxTokens,
  topP,
  frequencyPenalty: openAIInputs.frequencyPenalty,
  presencePenalty: openAIInputs.presencePenalty,
  timeout: openAIInputs.timeout,
} as const

const openAI = completionModel({
  name: 'openAI',
  label: 'OpenAI',
  version: 4,
  description: 'OpenAI text completion model, or one on an OpenAI-compatible server.',
  classes: ['OpenAI'],
  credential: openAIApi,
  inputs: {
    modelName: { ...listedModel, default: 'gpt-3.5-turbo-instruct' },
    temperature: { ...temperature, default: 0.7 },
    ...openAICompletionInputs,
    basepath,
  },
  settings: openAISettings,
  // OpenAI's list does not separate completion models from chat models.
  loadMethods: { listModels: async () => toChoices(knownModels.completions) },
})

const azureOpenAI = completionModel({
  name: 'azureOpenAI',
  label: 'Azure OpenAI',
  version: 4,
  description: 'OpenAI text completion model in your Azure account.',
  classes: ['AzureOpenAI', 'OpenAI'],
  credential: azureOpenAIApi,
  inputs: {
    modelName: { ...listedModel, default: 'gpt-3.5-turbo-instruct' },
    temperature,
    ...openAICompletionInputs,
    basepath: {
      ...basepath,
      description: 'The part of the URL before the deployment name. Needs your own credential.',
    },
  },
  settings: (inputs, credential) => ({
    provider: 'azure',
    model: inputs.modelName,
    apiKey: credential.azureOpenAIApiKey,
    baseUrl: azureAddress(credential),
    customBaseUrl: inputs.basepath && azureAddress(credential, inputs.basepath),
    ...commonSettings(inputs),
  }),
  loadMethods: { listModels: async () => toChoices(knownModels.completions) },
})

const cohere = completionModel({
  name: 'cohere',
  label: 'Cohere',
  version: 3,
  description: 'Cohere text completion model.',
  classes: ['Cohere', 'LLM'],
  credential: cohereApi,
  inputs: {
    modelName: { ...listedModel, default: 'command' },
    temperature: { ...temperature, default: 0.7 },
    maxTokens: { ...maxTokens, additionalParams: false },
  },
  settings: keyedSettings('cohere', 'cohereApiKey'),
  loadMethods: {
    async listModels({ credential, ports }) {
      return toChoices(
        credential
          ? await ports.listModels({ provider: 'cohere', apiKey: credential.cohereApiKey })
          : ['command', ...knownModels.cohere],
      )
    },
  },
})

const fireworks = completionModel({
  name: 'fireworks',
  label: 'Fireworks',
  version: 1,
  description: 'Open text completion model on Fireworks.',
  classes: ['Fireworks', 'LLM'],
  credential: fireworksApi,
  inputs: {
    modelName: {
      label: 'Model Name',
      type: 'string',
      default: 'accounts/fireworks/models/llama-v3p1-8b-instruct',
      optional: true,
    },
  },
  settings: (inputs, { fireworksApiKey: apiKey }) => ({
    provider: 'fireworks',
    model: inputs.modelName ?? 'accounts/fireworks/models/llama-v3p1-8b-instruct',
    apiKey,
  }),
})

const huggingFaceInference_LLMs = completionModel({
  name: 'huggingFaceInference_LLMs',
  label: 'Hugging Face Inference',
  version: 2,
  description: 'Open text completion model on Hugging Face.',
  classes: ['HuggingFaceInference', 'LLM'],
  credential: huggingFaceApi,
  inputs: huggingFaceInputs,
  settings: huggingFaceSettings,
})

const ollama = completionModel({
  name: 'ollama',
  label: 'Ollama',
  version: 2,
  description: 'Open model on your own computer, run by Ollama.',
  classes: ['Ollama', 'LLM'],
  credential: ollamaApi,
  credentialOptional: true,
  inputs: ollamaModelInputs,
  settings: ollamaSettings,
})

const togetherAI = completionModel({
  name: 'togetherAI',
  label: 'TogetherAI',
  version: 1,
  description: 'Open text completion model on Together AI.',
  classes: ['TogetherAI', 'LLM'],
  credential: togetherAIApi,
  inputs: {
    modelName: {
      label: 'Model Name',
      type: 'string',
      placeholder: 'mistralai/Mixtral-8x7B-Instruct-v0.1',
    },
    topK: { ...topK, additionalParams: false },
    topP: { ...topP, additionalParams: false },
    temperature: openTemperature,
    repeatPenalty: {
      label: 'Repeat Penalty',
      type: 'number',
      description: 'Values above 1 reduce repetition.',
      step: 0.1,
      optional: true,
    },
    streaming: visibleStreaming,
    maxTokens,
  },
  settings: (inputs, { togetherAIApiKey: apiKey }) => ({
    provider: 'together',
    model: inputs.modelName,
    apiKey,
    ...commonSettings(inputs),
    providerOptions: onlySet({ repetition_penalty: inputs.repeatPenalty }),
  }),
})

const awsBedrock = completionModel({
  name: 'awsBedrock',
  label: 'AWS Bedrock',
  version: 4,
  description: 'Text completion model in your AWS account.',
  classes: ['AWSBedrock', 'LLM'],
  credential: awsApi,
  inputs: {
    region: { label: 'Region', type: 'asyncOptions', loadMethod: 'listRegions', default: 'us-east-1' },
    model: listedModel,
    customModel: {
      label: 'Custom Model Name',
      type: 'string',
      description: 'Overrides the model above: the ID of a model or an inference profile.',
      optional: true,
    },
    temperature: { ...temperature, default: 0.7, additionalParams: true },
    max_tokens_to_sample: { ...maxTokens, default: 200 },
  },
  settings: (inputs, credential) => ({
    provider: 'bedrock',
    model: inputs.customModel ?? inputs.model,
    apiKey: awsKey(credential),
    baseUrl: bedrockAddress(inputs.region),
    temperature: inputs.temperature,
    maxOutputTokens: inputs.max_tokens_to_sample,
  }),
  loadMethods: {
    listRegions: async () => toChoices(awsRegions),
    listModels: async () => toChoices(knownModels.bedrock),
  },
})

const googlevertexai = completionModel({
  name: 'googlevertexai',
  label: 'GoogleVertexAI',
  version: 3,
  description: 'Gemini in your Google Cloud account, as a text completion model.',
  classes: ['GoogleVertexAI'],
  credential: googleVertexAuth,
  inputs: {
    modelName: {
      label: 'Model Name',
      type: 'asyncOptions',
      description: 'Google has retired its older text models. Choose a Gemini model.',
      loadMethod: 'listModels',
    },
    temperature: { ...temperature, default: 0.7 },
    maxOutputTokens: { ...maxTokens, label: 'Max Output Tokens' },
    topP,
  },
  settings: (inputs, credential, label) => ({
    provider: 'vertex',
    model: inputs.modelName,
    apiKey: credential.googleApplicationCredential,
    baseUrl: vertexAddress(credential, undefined, label),
    ...commonSettings(inputs),
    maxOutputTokens: inputs.maxOutputTokens,
  }),
  loadMethods: { listModels: async () => toChoices(knownModels.google) },
})

const sambanova = completionModel({
  name: 'sambanova',
  label: 'SambaNova',
  version: 1,
  description: 'Open text completion model on SambaNova hardware.',
  classes: ['Sambanova', 'LLM'],
  credential: sambanovaApi,
  inputs: {
    modelName: {
      label: 'Model Name',
      type: 'string',
      default: 'Meta-Llama-3.3-70B-Instruct',
      placeholder: 'Meta-Llama-3.3-70B-Instruct',
    },
    temperature,
    streaming: visibleStreaming,
    topK,
    topP,
    maxTokens,
  },
  settings: keyedSettings('sambanova', 'sambanovaApiKey'),
})

export const llms: NodeDefinition[] = [
  openAI,
  azureOpenAI,
  cohere,
  fireworks,
  huggingFaceInference_LLMs,
  ollama,
  replicate,
  togetherAI,
  awsBedrock,
  googlevertexai,
  sambanova,
]
