import { upstashRedisApi } from '#server/credentials/upstash-redis-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { sendToUpstash } from '#server/nodes/memory/upstash.ts'
import { cacheKey } from './cache-key.ts'

export const upstashRedisCache = defineNode({
  name: 'upstashRedisCache',
  label: 'Upstash Redis Cache',
  version: 1,
  category: 'Cache',
  description: 'Returns stored answers to repeated messages at no cost, from Upstash Redis.',
  icon: 'cache',
  baseClasses: ['UpstashRedisCache', 'BaseCache'],
  credential: upstashRedisApi,

  inputs: {},

  build({ credential, turn: { flowId }, label, ports }) {
    const { upstashConnectionUrl: url, upstashConnectionToken: token } = credential
    const place = { url, token, fetch: ports.fetch, label }
    return {
      async find(key) {
        const [text] = await sendToUpstash(place, [['GET', await cacheKey(flowId, key)]])
        return typeof text === 'string' ? text : undefined
      },
      async store(key, text) {
        await sendToUpstash(place, [['SET', await cacheKey(flowId, key), text]])
      },
    }
  },
})
