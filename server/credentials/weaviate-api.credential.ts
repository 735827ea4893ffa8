import { defineCredential } from '#server/engine/define-node.ts'

export const weaviateApi = defineCredential({
  name: 'weaviateApi',
  label: 'Weaviate API',
  version: 1,
  description: 'The key of a Weaviate Cloud cluster or your own server.',
  inputs: {
    weaviateApiKey: { label: 'Weaviate API Key', type: 'password' },
  },
})
