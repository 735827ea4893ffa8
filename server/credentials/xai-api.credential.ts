import { defineCredential } from '#server/engine/define-node.ts'

export const xaiApi = defineCredential({
  name: 'xaiApi',
  label: 'xAI API',
  version: 1,
  description: 'A key from console.x.ai.',
  inputs: {
    xaiApiKey: { label: 'xAI API Key', type: 'password' },
  },
})
