import { defineCredential } from '#server/engine/define-node.ts'

export const zepMemoryApi = defineCredential({
  name: 'zepMemoryApi',
  label: 'Zep Memory API',
  version: 1,
  description: 'The key of a Zep server.',
  inputs: {
    apiKey: { label: 'API Key', type: 'password' },
  },
})
