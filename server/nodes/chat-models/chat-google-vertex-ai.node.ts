import { googleVertexAuth } from '#server/credentials/google-vertex-auth.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { knownModels, toChoices } from './choices.ts'
import { allowImageUploads, cache, maxTokens, streaming, temperature, topK, topP } from './common-inputs.ts'
import { onlySet } from './read-settings.ts'
import { vertexAddress, vertexRegions } from './vertex-address.ts'

const more = { optional: true, additionalParams: true } as const

export const chatGoogleVertexAI = defineNode({
  name: 'chatGoogleVertexAI',
  label: 'Google VertexAI',
  version: 5.3,
  category: 'Chat Models',
  description: 'Gemini chat model in your Google Cloud account.',
  icon: 'model',
  baseClasses: ['ChatGoogleVertexAI', 'ChatVertexAI', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  credential: googleVertexAuth,

  inputs: {
    cache,
    region: {
      label: 'Region',
      type: 'asyncOptions',
      loadMethod: 'listRegions',
      default: 'us-central1',
      optional: true,
    },
    modelName: { label: 'Model Name', type: 'asyncOptions', loadMethod: 'listModels' },
    customModelName: {
      label: 'Custom Model Name',
      type: 'string',
      description: 'Overrides the model above.',
      placeholder: 'gemini-2.5-flash',
      ...more,
    },
    temperature,
    allowImageUploads,
    streaming,
    maxOutputTokens: { ...maxTokens, label: 'Max Output Tokens' },
    topP,
    topK,
    thinkingBudget: {
      label: 'Thinking Budget',
      type: 'number',
      description: 'Max reasoning tokens. 0: off.',
      step: 1,
      min: 0,
      placeholder: '1024',
      ...more,
    },
  },

  build: ({ inputs, credential, ports, label }) =>
    ports.chatModel(
      {
        provider: 'vertex',
        model: inputs.customModelName ?? inputs.modelName,
        apiKey: credential.googleApplicationCredential,
        baseUrl: vertexAddress(credential, inputs.region, label),
        temperature: inputs.temperature,
        maxOutputTokens: inputs.maxOutputTokens,
        thinkingTokens: inputs.thinkingBudget,
        topP: inputs.topP,
        topK: inputs.topK,
        streaming: inputs.streaming,
        sees: inputs.allowImageUploads,
        providerOptions: onlySet({
          thinkingConfig:
            inputs.thinkingBudget === undefined ? undefined : { thinkingBudget: inputs.thinkingBudget },
        }),
      },
      inputs.cache,
    ),

  loadMethods: {
    listRegions: async () => toChoices(vertexRegions),
    listModels: async () => toChoices(knownModels.google),
  },
})
