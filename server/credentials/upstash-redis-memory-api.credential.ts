import { defineCredential } from '#server/engine/define-node.ts'

export const upstashRedisMemoryApi = defineCredential({
  name: 'upstashRedisMemoryApi',
  label: 'Upstash Redis Memory API',
  version: 1,
  description: 'The token of an Upstash database for conversations.',
  inputs: {
    upstashRestToken: { label: 'Upstash Redis REST Token', type: 'password' },
  },
})
