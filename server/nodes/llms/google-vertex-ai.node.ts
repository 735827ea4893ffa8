import { googleVertexAuth } from '#server/credentials/google-vertex-auth.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { knownModels, toChoices } from '#server/nodes/chat-models/choices.ts'
import { cache, maxTokens, temperature, topP } from '#server/nodes/chat-models/common-inputs.ts'
import { vertexAddress } from '#server/nodes/chat-models/vertex-address.ts'

export const googlevertexai = defineNode({
  name: 'googlevertexai',
  label: 'GoogleVertexAI',
  version: 3,
  category: 'LLMs',
  description: 'Gemini in your Google Cloud account, as a text completion model.',
  icon: 'model',
  baseClasses: ['GoogleVertexAI', 'BaseLLM', 'BaseLanguageModel', 'Runnable'],
  badge: 'DEPRECATING',
  credential: googleVertexAuth,

  inputs: {
    cache,
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

  build: ({ inputs, credential, ports, label }) =>
    ports.chatModel(
      {
        provider: 'vertex',
        model: inputs.modelName,
        apiKey: credential.googleApplicationCredential,
        baseUrl: vertexAddress(credential, undefined, label),
        temperature: inputs.temperature,
        maxOutputTokens: inputs.maxOutputTokens,
        topP: inputs.topP,
      },
      inputs.cache,
    ),

  loadMethods: {
    listModels: async () => toChoices(knownModels.google),
  },
})
