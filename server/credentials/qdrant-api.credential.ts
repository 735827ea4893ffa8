import { defineCredential } from '#server/engine/define-node.ts'

export const qdrantApi = defineCredential({
  name: 'qdrantApi',
  label: 'Qdrant API',
  version: 1,
  description: 'The key of a Qdrant server.',
  inputs: {
    qdrantApiKey: { label: 'Qdrant API Key', type: 'password' },
  },
})
