import { defineCredential } from '#server/engine/define-node.ts'

export const perplexityApi = defineCredential({
  name: 'perplexityApi',
  label: 'Perplexity API',
  version: 1,
  description: 'A key from perplexity.ai, under Settings, API.',
  inputs: {
    perplexityApiKey: { label: 'Perplexity API Key', type: 'password' },
  },
})
