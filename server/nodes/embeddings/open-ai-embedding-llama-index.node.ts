import { openAIApi } from '#server/credentials/open-ai-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { toChoices } from '#server/nodes/chat-models/choices.ts'
import { basepath, openAIEmbeddingModels, timeout } from './common-inputs.ts'

export const openAIEmbeddingLlamaIndex = defineNode({
  name: 'openAIEmbedding_LlamaIndex',
  label: 'OpenAI Embedding',
  version: 2,
  category: 'Embeddings',
  description: 'OpenAI embedding model for LlamaIndex engines.',
  icon: 'embedding',
  baseClasses: ['OpenAIEmbedding', 'BaseEmbedding_LlamaIndex', 'BaseEmbedding'],
  badge: 'DEPRECATING',
  tags: ['LlamaIndex'],
  credential: openAIApi,

  inputs: {
    modelName: {
      label: 'Model Name',
      type: 'asyncOptions',
      loadMethod: 'listModels',
      default: 'text-embedding-ada-002',
    },
    timeout,
    basepath,
  },

  build: ({ inputs, credential, ports }) =>
    ports.embeddings({
      provider: 'openai',
      model: inputs.modelName,
      apiKey: credential.openAIApiKey,
      baseUrl: credential.basePath,
      customBaseUrl: inputs.basepath,
      timeoutMs: inputs.timeout,
    }),

  loadMethods: {
    listModels: async () => toChoices(openAIEmbeddingModels),
  },
})
