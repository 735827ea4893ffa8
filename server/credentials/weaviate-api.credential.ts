import { defineCredential } from '#server/engine/define-node.ts'

export const weaviateApi = defineCredential({
  name: 'weaviateApi',
  label: 'Weaviate API',
  version: 1,
  description: 'A key of a cluster at Weaviate Cloud, or of your own.',
  inputs: {
    weaviateApiKey: { label: 'Weaviate API Key', type: 'password' },
  },
})
