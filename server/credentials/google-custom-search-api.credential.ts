import { defineCredential } from '#server/engine/define-node.ts'

export const googleCustomSearchApi = defineCredential({
  name: 'googleCustomSearchApi',
  label: 'Google Custom Search API',
  version: 1,
  inputs: {
    googleCustomSearchApiKey: { label: 'Google Custom Search API Key', type: 'password' },
    googleCustomSearchApiId: { label: 'Programmable Search Engine ID', type: 'string' },
  },
})
