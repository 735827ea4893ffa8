import { defineCredential } from '#server/engine/define-node.ts'

export const braveSearchApi = defineCredential({
  name: 'braveSearchApi',
  label: 'Brave Search API',
  version: 1,
  inputs: {
    braveApiKey: { label: 'Brave Search API Key', type: 'password' },
  },
})
