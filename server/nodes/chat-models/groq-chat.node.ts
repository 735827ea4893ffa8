import { groqApi } from '#server/credentials/groq-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { listModels } from './choices.ts'
import { cache, maxTokens, streaming, temperature } from './common-inputs.ts'

const provider = 'groq'

export const groqChat = defineNode({
  name: 'groqChat',
  label: 'Groq',
  version: 4,
  category: 'Chat Models',
  description: 'Fast open model on Groq hardware.',
  icon: 'model',
  baseClasses: ['GroqChat', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  credential: groqApi,
  credentialOptional: true,

  inputs: {
    cache,
    modelName: {
      label: 'Model Name',
      type: 'asyncOptions',
      loadMethod: 'listModels',
      placeholder: 'openai/gpt-oss-120b',
    },
    temperature,
    maxTokens,
    streaming: { ...streaming, additionalParams: false },
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel(
      {
        provider,
        model: inputs.modelName,
        apiKey: credential?.groqApiKey,
        temperature: inputs.temperature,
        maxOutputTokens: inputs.maxTokens,
        streaming: inputs.streaming,
      },
      inputs.cache,
    ),

  loadMethods: {
    listModels: listModels('groq', 'groqApiKey'),
  },
})
