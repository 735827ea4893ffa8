import { litellmApi } from '#server/credentials/litellm-api.credential.ts'
import { localAIApi } from '#server/credentials/local-ai-api.credential.ts'
import { nvidiaNIMApi } from '#server/credentials/nvidia-nim-api.credential.ts'
import { openAIApi } from '#server/credentials/open-ai-api.credential.ts'
import {
  allowImageUploads,
  basepath,
  commonSettings,
  maxTokens,
  openAICompatibleInputs,
  openAIInputs,
  streaming,
  temperature,
  topP,
} from './common-inputs.ts'
import { chatModel } from './model-node.ts'
import { otherThan, readHeaders } from './read-settings.ts'

/** Chat models on the user's own OpenAI-compatible server. */

export const chatOpenAICustom = chatModel({
  name: 'chatOpenAICustom',
  label: 'OpenAI Custom Model',
  version: 4,
  description: 'Your fine-tuned OpenAI model, or a model on an OpenAI-compatible server.',
  classes: ['ChatOpenAI-Custom', 'BaseChatOpenAI', 'BaseChatModel'],
  credential: openAIApi,
  credentialOptional: true,
  inputs: {
    modelName: {
      label: 'Model Name',
      type: 'string',
      placeholder: 'ft:gpt-4o-mini-2024-07-18:my-team:my-name:id',
    },
    ...openAICompatibleInputs,
    basepath: {
      ...basepath,
      description: 'Base URL of a compatible server. Needs your own credential or none.',
    },
    baseOptions: openAIInputs.baseOptions,
  },
  settings: (inputs, credential) => ({
    provider: 'openai',
    model: inputs.modelName,
    apiKey: credential?.openAIApiKey,
    baseUrl: credential?.basePath,
    customBaseUrl: inputs.basepath,
    ...commonSettings(inputs),
    headers: readHeaders(inputs.baseOptions),
  }),
})

export const chatLocalAI = chatModel({
  name: 'chatLocalAI',
  label: 'LocalAI',
  version: 3,
  description: 'Open model on your own LocalAI, llama.cpp or similar server.',
  classes: ['ChatLocalAI', 'BaseChatModel', 'ChatOpenAI', 'BaseChatOpenAI'],
  credential: localAIApi,
  credentialOptional: true,
  inputs: {
    basePath: { label: 'Base Path', type: 'string', placeholder: 'http://localhost:8080/v1' },
    modelName: { label: 'Model Name', type: 'string', placeholder: 'llama-3.2-3b-instruct' },
    temperature,
    maxTokens,
    topP,
    timeout: openAIInputs.timeout,
  },
  settings: (inputs, credential) => ({
    provider: 'localai',
    model: inputs.modelName,
    apiKey: credential?.localAIApiKey,
    customBaseUrl: inputs.basePath,
    ...commonSettings(inputs),
  }),
})

export const chatLitellm = chatModel({
  name: 'chatLitellm',
  label: 'LiteLLM',
  version: 2,
  description: 'Model behind a LiteLLM proxy.',
  classes: ['ChatLitellm', 'BaseChatModel', 'ChatOpenAI', 'BaseChatOpenAI'],
  credential: litellmApi,
  credentialOptional: true,
  inputs: {
    basePath: { label: 'Base URL', type: 'string', placeholder: 'http://localhost:8000' },
    modelName: { label: 'Model Name', type: 'string', placeholder: 'gpt-4o' },
    temperature,
    streaming,
    maxTokens,
    topP,
    timeout: openAIInputs.timeout,
    allowImageUploads,
  },
  settings: (inputs, credential) => ({
    provider: 'litellm',
    model: inputs.modelName,
    apiKey: credential?.litellmApiKey,
    customBaseUrl: inputs.basePath,
    ...commonSettings(inputs),
    sees: inputs.allowImageUploads,
  }),
})

const nvidiaUrl = 'https://integrate.api.nvidia.com/v1'

export const chatNvidiaNIM = chatModel({
  name: 'chatNvidiaNIM',
  label: 'NVIDIA NIM',
  version: 1.1,
  description: 'Model served by NVIDIA NIM, in the cloud or on your own server.',
  classes: ['ChatNvidiaNIM', 'ChatOpenAI', 'BaseChatOpenAI', 'BaseChatModel'],
  credential: nvidiaNIMApi,
  credentialOptional: true,
  inputs: {
    modelName: { label: 'Model Name', type: 'string', placeholder: 'meta/llama-3.3-70b-instruct' },
    basePath: { label: 'Base Path', type: 'string', placeholder: nvidiaUrl },
    ...openAICompatibleInputs,
    baseOptions: openAIInputs.baseOptions,
  },
  settings: (inputs, credential) => ({
    provider: 'nvidia',
    model: inputs.modelName,
    apiKey: credential?.nvidiaNIMApiKey,
    customBaseUrl: otherThan(nvidiaUrl, inputs.basePath),
    ...commonSettings(inputs),
    headers: readHeaders(inputs.baseOptions),
  }),
})
