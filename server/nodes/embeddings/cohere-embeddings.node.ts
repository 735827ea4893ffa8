import { cohereApi } from '#server/credentials/cohere-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { toChoices } from '#server/nodes/chat-models/choices.ts'

export const cohereEmbeddings = defineNode({
  name: 'cohereEmbeddings',
  label: 'Cohere Embedding',
  version: 3,
  category: 'Embeddings',
  description: 'Cohere embedding model.',
  icon: 'embedding',
  baseClasses: ['CohereEmbeddings', 'Embeddings'],
  credential: cohereApi,

  inputs: {
    modelName: { label: 'Model Name', type: 'asyncOptions', loadMethod: 'listModels', default: 'embed-v4.0' },
    inputType: {
      label: 'Type',
      type: 'options',
      description:
        'Search sets the type for questions and documents automatically. The other types are for other tasks.',
      options: [
        { label: 'search_document', name: 'search_document' },
        { label: 'search_query', name: 'search_query' },
        { label: 'classification', name: 'classification' },
        { label: 'clustering', name: 'clustering' },
      ],
      default: 'search_query',
      optional: true,
      additionalParams: true,
    },
  },

  build: ({ inputs, credential, ports }) =>
    ports.embeddings({
      provider: 'cohere',
      model: inputs.modelName,
      apiKey: credential.cohereApiKey,
      batchSize: 96,
      providerOptions: inputs.inputType?.startsWith('cl') ? { input_type: inputs.inputType } : undefined,
    }),

  loadMethods: {
    listModels: async () =>
      toChoices([
        'embed-v4.0',
        'embed-english-v3.0',
        'embed-english-light-v3.0',
        'embed-multilingual-v3.0',
        'embed-multilingual-light-v3.0',
      ]),
  },
})
