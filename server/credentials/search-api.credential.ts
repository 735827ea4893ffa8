import { defineCredential } from '#server/engine/define-node.ts'

export const searchApi = defineCredential({
  name: 'searchApi',
  label: 'Search API',
  version: 1,
  inputs: {
    searchApiKey: { label: 'SearchApi API Key', type: 'password' },
  },
})
