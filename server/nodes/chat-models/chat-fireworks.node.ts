import { fireworksApi } from '#server/credentials/fireworks-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { cache, streaming, temperature } from './common-inputs.ts'

export const chatFireworks = defineNode({
  name: 'chatFireworks',
  label: 'Fireworks AI',
  version: 2,
  category: 'Chat Models',
  description: 'Open model on Fireworks AI.',
  icon: 'model',
  baseClasses: ['ChatFireworks', 'BaseChatOpenAI', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  credential: fireworksApi,

  inputs: {
    cache,
    modelName: {
      label: 'Model',
      type: 'string',
      default: 'accounts/fireworks/models/llama-v3p1-8b-instruct',
      placeholder: 'accounts/fireworks/models/llama-v3p1-8b-instruct',
    },
    temperature,
    streaming,
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel(
      {
        provider: 'fireworks',
        model: inputs.modelName,
        apiKey: credential.fireworksApiKey,
        temperature: inputs.temperature,
        streaming: inputs.streaming,
      },
      inputs.cache,
    ),
})
