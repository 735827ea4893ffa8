import { defineCredential } from '#server/engine/define-node.ts'

export const redisCacheApi = defineCredential({
  name: 'redisCacheApi',
  label: 'Redis API',
  version: 1,
  description: 'A Redis server with its host and port.',
  inputs: {
    redisCacheHost: { label: 'Redis Host', type: 'string', default: '127.0.0.1' },
    redisCachePort: { label: 'Port', type: 'number', default: 6379, step: 1, min: 1, max: 65535 },
    redisCacheUser: { label: 'User', type: 'string', placeholder: 'default', optional: true },
    redisCachePwd: { label: 'Password', type: 'password', optional: true },
    redisCacheSslEnabled: { label: 'Use SSL', type: 'boolean', default: false, optional: true },
    redisUrl: {
      label: 'Redis URL',
      type: 'password',
      description: 'Overrides the other fields: redis:// or rediss://, with user and password.',
      optional: true,
    },
  },
})
