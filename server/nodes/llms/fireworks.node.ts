import { fireworksApi } from '#server/credentials/fireworks-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { cache } from '#server/nodes/chat-models/common-inputs.ts'

export const fireworks = defineNode({
  name: 'fireworks',
  label: 'Fireworks',
  version: 1,
  category: 'LLMs',
  description: 'Open text completion model on Fireworks.',
  icon: 'model',
  baseClasses: ['Fireworks', 'LLM', 'BaseLLM', 'BaseLanguageModel', 'Runnable'],
  badge: 'DEPRECATING',
  credential: fireworksApi,

  inputs: {
    cache,
    modelName: {
      label: 'Model Name',
      type: 'string',
      default: 'accounts/fireworks/models/llama-v3p1-8b-instruct',
      optional: true,
    },
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel(
      {
        provider: 'fireworks',
        model: inputs.modelName ?? 'accounts/fireworks/models/llama-v3p1-8b-instruct',
        apiKey: credential.fireworksApiKey,
      },
      inputs.cache,
    ),
})
