import { togetherAIApi } from '#server/credentials/together-ai-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'

export const togetherAIEmbedding = defineNode({
  name: 'togetherAIEmbedding',
  label: 'TogetherAI Embedding',
  version: 1,
  category: 'Embeddings',
  description: 'Together AI embedding model.',
  icon: 'embedding',
  baseClasses: ['TogetherAIEmbedding', 'Embeddings'],
  credential: togetherAIApi,

  inputs: {
    modelName: {
      label: 'Model Name',
      type: 'string',
      placeholder: 'BAAI/bge-base-en-v1.5',
    },
  },

  build: ({ inputs, credential, ports }) =>
    ports.embeddings({ provider: 'together', model: inputs.modelName, apiKey: credential.togetherAIApiKey }),
})
