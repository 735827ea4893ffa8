import { localAIApi } from '#server/credentials/local-ai-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { cache, commonSettings, maxTokens, openAIInputs, temperature, topP } from './common-inputs.ts'

export const chatLocalAI = defineNode({
  name: 'chatLocalAI',
  label: 'LocalAI',
  version: 3,
  category: 'Chat Models',
  description: 'Open model on your own LocalAI, llama.cpp or similar server.',
  icon: 'model',
  baseClasses: [
    'ChatLocalAI',
    'BaseChatModel',
    'ChatOpenAI',
    'BaseChatOpenAI',
    'BaseLanguageModel',
    'Runnable',
  ],
  credential: localAIApi,
  credentialOptional: true,

  inputs: {
    cache,
    basePath: { label: 'Base Path', type: 'string', placeholder: 'http://localhost:8080/v1' },
    modelName: { label: 'Model Name', type: 'string', placeholder: 'llama-3.2-3b-instruct' },
    temperature,
    maxTokens,
    topP,
    timeout: openAIInputs.timeout,
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel(
      {
        provider: 'localai',
        model: inputs.modelName,
        apiKey: credential?.localAIApiKey,
        customBaseUrl: inputs.basePath,
        ...commonSettings(inputs),
      },
      inputs.cache,
    ),
})
