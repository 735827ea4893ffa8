import { defineCredential } from '#server/engine/define-node.ts'

export const openRouterApi = defineCredential({
  name: 'openRouterApi',
  label: 'OpenRouter API Key',
  version: 1,
  description: 'A key from openrouter.ai.',
  inputs: {
    openRouterApiKey: { label: 'OpenRouter API Key', type: 'password' },
  },
})
