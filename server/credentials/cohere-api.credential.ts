import { defineCredential } from '#server/engine/define-node.ts'

export const cohereApi = defineCredential({
  name: 'cohereApi',
  label: 'Cohere API',
  version: 1,
  description: 'A key from dashboard.cohere.com.',
  inputs: {
    cohereApiKey: { label: 'Cohere API Key', type: 'password' },
  },
})
