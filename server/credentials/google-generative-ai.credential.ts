import { defineCredential } from '#server/engine/define-node.ts'

export const googleGenerativeAI = defineCredential({
  name: 'googleGenerativeAI',
  label: 'Google Generative AI',
  version: 1,
  description: 'A key from Google AI Studio.',
  inputs: {
    googleGenerativeAPIKey: { label: 'Google AI API Key', type: 'password' },
  },
})
