import { defineCredential } from '#server/engine/define-node.ts'

export const xaiApi = defineCredential({
  name: 'xaiApi',
  label: 'Xai API',
  version: 1,
  description: 'A key from console.x.ai.',
  inputs: {
    xaiApiKey: { label: 'X AI API Key', type: 'password' },
  },
})
