import { upstashRedisMemoryApi } from '#server/credentials/upstash-redis-memory-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { memoryKey, sessionId, sessionTTL } from './common-inputs.ts'
import { rejectSharedKey } from './own-session.ts'
import { fromStored, toStored } from './stored-message.ts'
import { sendToUpstash } from './upstash.ts'

export const upstashRedisBackedChatMemory = defineNode({
  name: 'upstashRedisBackedChatMemory',
  label: 'Upstash Redis-Backed Chat Memory',
  version: 2,
  category: 'Memory',
  description: 'Stores the conversation in Upstash Redis.',
  icon: 'memory',
  baseClasses: ['UpstashRedisBackedChatMemory', 'BaseChatMemory', 'BaseMemory'],
  credential: upstashRedisMemoryApi,

  inputs: {
    baseURL: {
      label: 'Upstash Redis REST URL',
      type: 'string',
      description: 'The URL shown in the Upstash console.',
      placeholder: 'https://eu1-quick-fish-12345.upstash.io',
    },
    sessionId,
    sessionTTL,
    memoryKey,
  },

  build({ inputs, credential, turn, isShared, label, ports }) {
    rejectSharedKey({ turn, isShared, label })
    const list = turn.sessionId
    const place = { url: inputs.baseURL, token: credential.upstashRestToken, fetch: ports.fetch, label }
    return {
      key: inputs.memoryKey,
      label,
      async read() {
        const [stored] = await sendToUpstash(place, [['LRANGE', list, '0', '-1']])
        return fromStored(Array.isArray(stored) ? stored : [])
      },
      async store({ question, answer }) {
        await sendToUpstash(place, [
          ['LPUSH', list, toStored('human', question), toStored('ai', answer)],
          ...(inputs.sessionTTL === undefined ? [] : [['EXPIRE', list, String(inputs.sessionTTL)]]),
        ])
      },
    }
  },
})
