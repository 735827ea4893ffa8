import { voyageAIApi } from '#server/credentials/voyage-ai-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { toChoices } from '#server/nodes/chat-models/choices.ts'

export const voyageAIEmbeddings = defineNode({
  name: 'voyageAIEmbeddings',
  label: 'VoyageAI Embedding',
  version: 2,
  category: 'Embeddings',
  description: 'Voyage AI embedding model.',
  icon: 'embedding',
  baseClasses: ['VoyageAIEmbeddings', 'Embeddings'],
  credential: voyageAIApi,

  inputs: {
    modelName: { label: 'Model Name', type: 'asyncOptions', loadMethod: 'listModels', default: 'voyage-3.5' },
  },

  build: ({ inputs, credential, ports }) =>
    ports.embeddings({
      provider: 'voyage',
      model: inputs.modelName,
      apiKey: credential.apiKey,
      baseUrl: credential.endpoint?.replace(/\/embeddings\/?$/, '') ?? 'https://api.voyageai.com/v1',
    }),

  loadMethods: {
    listModels: async () =>
      toChoices([
        'voyage-3.5',
        'voyage-3.5-lite',
        'voyage-3-large',
        'voyage-code-3',
        'voyage-law-2',
        'voyage-finance-2',
      ]),
  },
})
