import { defineCredential } from '#server/engine/define-node.ts'

export const litellmApi = defineCredential({
  name: 'litellmApi',
  label: 'LiteLLM API',
  version: 1,
  description: 'A key of a LiteLLM proxy.',
  inputs: {
    litellmApiKey: { label: 'API Key', type: 'password' },
  },
})
