import { defineCredential } from '#server/engine/define-node.ts'

export const voyageAIApi = defineCredential({
  name: 'voyageAIApi',
  label: 'Voyage AI API',
  version: 1,
  description: 'A key from dash.voyageai.com.',
  inputs: {
    endpoint: {
      label: 'Voyage AI Endpoint',
      type: 'string',
      default: 'https://api.voyageai.com/v1/embeddings',
      optional: true,
    },
    apiKey: { label: 'Voyage AI API Key', type: 'password' },
  },
})
