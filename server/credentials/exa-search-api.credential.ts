import { defineCredential } from '#server/engine/define-node.ts'

export const exaSearchApi = defineCredential({
  name: 'exaSearchApi',
  label: 'Exa Search API',
  version: 1,
  inputs: {
    exaSearchApiKey: { label: 'Exa Search API Key', type: 'password' },
  },
})
