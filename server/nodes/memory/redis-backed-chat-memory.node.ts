import { redisCacheApi } from '#server/credentials/redis-cache-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { memoryKey, sessionId, sessionTTL } from './common-inputs.ts'
import { ownSession } from './own-session.ts'
import { redisPlace } from './redis-place.ts'
import { fromStored, toStored } from './stored-message.ts'

export const RedisBackedChatMemory = defineNode({
  name: 'RedisBackedChatMemory',
  label: 'Redis-Backed Chat Memory',
  version: 2,
  category: 'Memory',
  description: 'Stores the conversation in your Redis.',
  icon: 'memory',
  baseClasses: ['RedisBackedChatMemory', 'BaseChatMemory', 'BaseMemory'],
  credential: redisCacheApi,
  credentialOptional: true,
  sharedCredential: 'free',

  inputs: {
    sessionId,
    sessionTTL,
    memoryKey,
    windowSize: {
      label: 'Window Size',
      type: 'number',
      description: 'Number of recent messages to use. Empty: all.',
      step: 1,
      min: 1,
      optional: true,
      additionalParams: true,
    },
  },

  build({ inputs, credential, turn, isShared, label, ports }) {
    const list = ownSession({ turn, isShared, label })
    const place = redisPlace(credential, label)
    const { windowSize, sessionTTL: seconds } = inputs
    return {
      key: inputs.memoryKey,
      label,
      async read() {
        // Index 0 is the newest.
        const last = windowSize === undefined ? '-1' : String(windowSize - 1)
        const [stored] = await ports.redis(place, [['LRANGE', list, '0', last]])
        return fromStored(Array.isArray(stored) ? stored : [])
      },
      async store({ question, answer }) {
        await ports.redis(place, [
          ['LPUSH', list, toStored('human', question), toStored('ai', answer)],
          ...(seconds === undefined ? [] : [['EXPIRE', list, String(seconds)]]),
        ])
      },
    }
  },
})
