import { jinaAIApi } from '#server/credentials/jina-ai-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { onlySet } from '#server/nodes/chat-models/read-settings.ts'

export const jinaEmbeddings = defineNode({
  name: 'jinaEmbeddings',
  label: 'Jina Embedding',
  version: 3,
  category: 'Embeddings',
  description: 'Jina AI embedding model.',
  icon: 'embedding',
  baseClasses: ['JinaEmbeddings', 'Embeddings'],
  credential: jinaAIApi,

  inputs: {
    modelName: { label: 'Model Name', type: 'string', default: 'jina-embeddings-v3' },
    modelDimensions: {
      label: 'Dimensions',
      type: 'number',
      description: 'Length of the vectors.',
      step: 1,
      min: 1,
      default: 1024,
    },
    allowLateChunking: {
      label: 'Allow Late Chunking',
      type: 'boolean',
      description: 'Chunks embedded together share their context.',
      optional: true,
    },
  },

  build: ({ inputs, credential, ports }) =>
    ports.embeddings({
      provider: 'jina',
      model: inputs.modelName,
      apiKey: credential.jinaAIAPIKey,
      baseUrl: 'https://api.jina.ai/v1',
      dimensions: inputs.modelDimensions,
      providerOptions: onlySet({ late_chunking: inputs.allowLateChunking }),
    }),
})
