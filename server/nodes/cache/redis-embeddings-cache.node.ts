import { redisCacheApi } from '#server/credentials/redis-cache-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { redisPlace } from '#server/nodes/memory/redis-place.ts'
import { cacheKey } from './cache-key.ts'
import { cachedEmbeddings } from './cached-embeddings.ts'
import { embeddings, namespace } from './embeddings-inputs.ts'

const defaultLife = 3_600

export const redisEmbeddingsCache = defineNode({
  name: 'redisEmbeddingsCache',
  label: 'Redis Embeddings Cache',
  version: 1,
  category: 'Cache',
  description: 'Caches embeddings in your Redis so that each text is charged once.',
  icon: 'cache',
  baseClasses: ['RedisEmbeddingsCache', 'Embeddings'],
  credential: redisCacheApi,
  credentialOptional: true,
  sharedCredential: 'free',

  inputs: {
    embeddings,
    ttl: {
      label: 'Time to Live (ms)',
      type: 'number',
      description: 'Lifetime of an embedding in milliseconds.',
      step: 10,
      min: 1,
      default: defaultLife * 1_000,
      optional: true,
      additionalParams: true,
    },
    namespace,
  },

  build({ inputs, credential, turn: { flowId }, label, ports }) {
    const place = redisPlace(credential, label)
    const life = inputs.ttl === undefined ? [] : ['PX', String(inputs.ttl)]
    return cachedEmbeddings(
      inputs.embeddings,
      {
        async find(keys) {
          const [texts] = keys.length > 0 ? await ports.redis(place, [['MGET', ...keys]]) : [[]]
          return keys.map((_, index) => {
            const text = Array.isArray(texts) ? texts[index] : undefined
            return typeof text === 'string' ? text : undefined
          })
        },
        async store(entries) {
          await ports.redis(
            place,
            entries.map(([key, vector]) => ['SET', key, vector, ...life]),
          )
        },
      },
      (about) => cacheKey(flowId, JSON.stringify([inputs.namespace ?? '', about])),
    )
  },
})
