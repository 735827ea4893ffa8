import { litellmApi } from '#server/credentials/litellm-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import {
  allowImageUploads,
  cache,
  commonSettings,
  maxTokens,
  openAIInputs,
  streaming,
  temperature,
  topP,
} from './common-inputs.ts'

export const chatLitellm = defineNode({
  name: 'chatLitellm',
  label: 'LiteLLM',
  version: 2,
  category: 'Chat Models',
  description: 'Model behind a LiteLLM proxy.',
  icon: 'model',
  baseClasses: [
    'ChatLitellm',
    'BaseChatModel',
    'ChatOpenAI',
    'BaseChatOpenAI',
    'BaseLanguageModel',
    'Runnable',
  ],
  credential: litellmApi,
  credentialOptional: true,

  inputs: {
    cache,
    basePath: { label: 'Base URL', type: 'string', placeholder: 'http://localhost:8000' },
    modelName: { label: 'Model Name', type: 'string', placeholder: 'gpt-4o' },
    temperature,
    streaming,
    maxTokens,
    topP,
    timeout: openAIInputs.timeout,
    allowImageUploads,
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel(
      {
        provider: 'litellm',
        model: inputs.modelName,
        apiKey: credential?.litellmApiKey,
        customBaseUrl: inputs.basePath,
        ...commonSettings(inputs),
        sees: inputs.allowImageUploads,
      },
      inputs.cache,
    ),
})
