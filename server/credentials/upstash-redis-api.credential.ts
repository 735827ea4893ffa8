import { defineCredential } from '#server/engine/define-node.ts'

export const upstashRedisApi = defineCredential({
  name: 'upstashRedisApi',
  label: 'Upstash Redis API',
  version: 1,
  description: 'The REST URL and token of an Upstash database.',
  inputs: {
    upstashConnectionUrl: { label: 'Upstash Redis REST URL', type: 'string' },
    upstashConnectionToken: { label: 'Token', type: 'password' },
  },
})
