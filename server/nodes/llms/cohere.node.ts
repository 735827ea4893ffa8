import { cohereApi } from '#server/credentials/cohere-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { knownModels, toChoices } from '#server/nodes/chat-models/choices.ts'
import { cache, maxTokens, temperature } from '#server/nodes/chat-models/common-inputs.ts'

export const cohere = defineNode({
  name: 'cohere',
  label: 'Cohere',
  version: 3,
  category: 'LLMs',
  description: 'Cohere text completion model.',
  icon: 'model',
  baseClasses: ['Cohere', 'LLM', 'BaseLLM', 'BaseLanguageModel', 'Runnable'],
  badge: 'DEPRECATING',
  credential: cohereApi,

  inputs: {
    cache,
    modelName: { label: 'Model Name', type: 'asyncOptions', loadMethod: 'listModels', default: 'command' },
    temperature: { ...temperature, default: 0.7 },
    maxTokens: { ...maxTokens, additionalParams: false },
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel(
      {
        provider: 'cohere',
        model: inputs.modelName,
        apiKey: credential.cohereApiKey,
        temperature: inputs.temperature,
        maxOutputTokens: inputs.maxTokens,
      },
      inputs.cache,
    ),

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
