import { defineCredential } from '#server/engine/define-node.ts'

export const serpApi = defineCredential({
  name: 'serpApi',
  label: 'Serp API',
  version: 1,
  inputs: {
    serpApiKey: { label: 'SerpApi API Key', type: 'password' },
  },
})
