import { defineCredential } from '#server/engine/define-node.ts'

export const chromaApi = defineCredential({
  name: 'chromaApi',
  label: 'Chroma API',
  version: 1,
  description: 'The key of a Chroma server. Chroma Cloud also needs the tenant and database.',
  inputs: {
    chromaApiKey: { label: 'Chroma API Key', type: 'password' },
    chromaTenant: { label: 'Chroma Tenant', type: 'string', optional: true },
    chromaDatabase: { label: 'Chroma Database', type: 'string', optional: true },
  },
})
