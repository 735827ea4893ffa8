import { cohereApi } from '#server/credentials/cohere-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { listModels } from './choices.ts'
import { cache, streaming, temperature } from './common-inputs.ts'

const provider = 'cohere'

export const chatCohere = defineNode({
  name: 'chatCohere',
  label: 'Cohere',
  version: 3,
  category: 'Chat Models',
  description: 'Cohere chat model.',
  icon: 'model',
  baseClasses: ['ChatCohere', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  credential: cohereApi,

  inputs: {
    cache,
    modelName: {
      label: 'Model Name',
      type: 'asyncOptions',
      loadMethod: 'listModels',
      default: 'command-r7b-12-2024',
    },
    temperature: { ...temperature, default: 0.7 },
    streaming: { ...streaming, additionalParams: false },
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel(
      {
        provider,
        model: inputs.modelName,
        apiKey: credential.cohereApiKey,
        temperature: inputs.temperature,
        streaming: inputs.streaming,
      },
      inputs.cache,
    ),

  loadMethods: {
    listModels: listModels('cohere', 'cohereApiKey'),
  },
})
