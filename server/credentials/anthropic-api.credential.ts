import { defineCredential } from '#server/engine/define-node.ts'

export const anthropicApi = defineCredential({
  name: 'anthropicApi',
  label: 'Anthropic API',
  version: 1,
  inputs: {
    anthropicApiKey: { label: 'Anthropic API Key', type: 'password' },
  },
})
