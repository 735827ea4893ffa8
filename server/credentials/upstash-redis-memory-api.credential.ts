import { defineCredential } from '#server/engine/define-node.ts'

export const upstashRedisMemoryApi = defineCredential({
  name: 'upstashRedisMemoryApi',
  label: 'Upstash Redis Memory API',
  version: 1,
  description: 'The token of a database at Upstash that keeps conversations.',
  inputs: {
    upstashRestToken: { label: 'Upstash Redis REST Token', type: 'password' },
  },
})
