import { defineCredential } from '#server/engine/define-node.ts'

export const mistralAIApi = defineCredential({
  name: 'mistralAIApi',
  label: 'MistralAI API',
  version: 1,
  description: 'A key from console.mistral.ai.',
  inputs: {
    mistralAIAPIKey: { label: 'MistralAI API Key', type: 'password' },
  },
})
