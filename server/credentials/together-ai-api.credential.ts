import { defineCredential } from '#server/engine/define-node.ts'

export const togetherAIApi = defineCredential({
  name: 'togetherAIApi',
  label: 'TogetherAI API',
  version: 1,
  description: 'A key from api.together.ai.',
  inputs: {
    togetherAIApiKey: { label: 'TogetherAI API Key', type: 'password' },
  },
})
