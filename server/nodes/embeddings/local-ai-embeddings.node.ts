import { localAIApi } from '#server/credentials/local-ai-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'

export const localAIEmbeddings = defineNode({
  name: 'localAIEmbeddings',
  label: 'LocalAI Embedding',
  version: 1,
  category: 'Embeddings',
  description: 'Embedding model on LocalAI or an OpenAI-compatible server.',
  icon: 'embedding',
  baseClasses: ['LocalAI Embeddings', 'Embeddings'],
  credential: localAIApi,
  credentialOptional: true,

  inputs: {
    basePath: { label: 'Base Path', type: 'string', placeholder: 'http://localhost:8080/v1' },
    modelName: { label: 'Model Name', type: 'string', placeholder: 'text-embedding-ada-002' },
  },

  build: ({ inputs, credential, ports }) =>
    ports.embeddings({
      provider: 'localai',
      model: inputs.modelName,
      apiKey: credential?.localAIApiKey,
      customBaseUrl: inputs.basePath,
    }),
})
