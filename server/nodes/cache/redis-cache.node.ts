import { redisCacheApi } from '#server/credentials/redis-cache-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { redisPlace } from '#server/nodes/memory/redis-place.ts'
import { cacheKey } from './cache-key.ts'

export const redisCache = defineNode({
  name: 'redisCache',
  label: 'Redis Cache',
  version: 1,
  category: 'Cache',
  description: 'Returns stored answers to repeated messages at no cost, from your Redis.',
  icon: 'cache',
  baseClasses: ['RedisCache', 'BaseCache'],
  credential: redisCacheApi,
  credentialOptional: true,
  sharedCredential: 'free',

  inputs: {
    ttl: {
      label: 'Time to Live (ms)',
      type: 'number',
      description: 'Lifetime of an answer in milliseconds. Empty: unlimited.',
      step: 1,
      min: 1,
      optional: true,
      additionalParams: true,
    },
  },

  build({ inputs: { ttl }, credential, turn: { flowId }, label, ports }) {
    const place = redisPlace(credential, label)
    return {
      async find(key) {
        const [text] = await ports.redis(place, [['GET', await cacheKey(flowId, key)]])
        return typeof text === 'string' ? text : undefined
      },
      async store(key, text) {
        const life = ttl === undefined ? [] : ['PX', String(ttl)]
        await ports.redis(place, [['SET', await cacheKey(flowId, key), text, ...life]])
      },
    }
  },
})
