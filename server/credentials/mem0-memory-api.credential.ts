import { defineCredential } from '#server/engine/define-node.ts'

export const mem0MemoryApi = defineCredential({
  name: 'mem0MemoryApi',
  label: 'Mem0 Memory API',
  version: 1,
  description: 'A key from app.mem0.ai.',
  inputs: {
    apiKey: { label: 'API Key', type: 'password' },
  },
})
