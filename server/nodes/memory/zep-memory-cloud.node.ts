import { z } from 'zod'
import { zepMemoryApi } from '#server/credentials/zep-memory-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import type { ChatMessage } from '#server/engine/ports.ts'
import { callService, readResponse } from '#server/nodes/call-service.ts'
import { memoryKey, sessionId } from './common-inputs.ts'
import { toSummaryMessage } from './summarise.ts'

/** Zep's status codes for an existing user or session. */
const taken = [400, 409]
const api = 'https://api.getzep.com/api/v2'
const prefix = { type: 'string', additionalParams: true } as const
const memorySchema = z.object({
  messages: z.array(z.object({ role_type: z.string(), content: z.string() })).nullish(),
  context: z.string().nullish(),
})

export const ZepMemoryCloud = defineNode({
  name: 'ZepMemoryCloud',
  label: 'Zep Memory - Cloud',
  version: 2,
  category: 'Memory',
  description: 'Stores the conversation in Zep, which remembers the important facts.',
  icon: 'memory',
  baseClasses: ['ZepMemory', 'BaseChatMemory', 'BaseMemory'],
  credential: zepMemoryApi,

  inputs: {
    sessionId,
    memoryType: {
      label: 'Memory Type',
      description:
        'perpetual: includes facts from earlier conversations. message_window: only the last messages.',
      default: 'perpetual',
      ...prefix,
    },
    aiPrefix: { label: 'AI Prefix', default: 'ai', ...prefix },
    humanPrefix: { label: 'Human Prefix', default: 'human', ...prefix },
    memoryKey,
    inputKey: { label: 'Input Key', default: 'input', ...prefix },
    outputKey: { label: 'Output Key', default: 'text', ...prefix },
  },

  build({ inputs, credential, turn, label, ports }) {
    const { sessionId: session } = turn
    const place = `/sessions/${encodeURIComponent(session)}/memory`
    const service = `${label}: Zep`
    const request = (path: string, body?: object, accepts: readonly number[] = []) =>
      callService({ service, fetch: ports.fetch, accepts }, api + path, {
        headers: { 'content-type': 'application/json', authorization: `Api-Key ${credential.apiKey}` },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      })
    // A session needs a user, which may already exist.
    const createSession = async () => {
      await request('/users', { user_id: session }, taken)
      await request('/sessions', { session_id: session, user_id: session }, taken)
    }
    return {
      key: inputs.memoryKey,
      label,
      async read() {
        const response = await request(place, undefined, [404])
        // Zep creates the session with the first message.
        if (response.status === 404) {
          return []
        }
        const { context, messages } = await readResponse(service, response, memorySchema)
        const spoken = (messages ?? []).map(
          ({ role_type: role, content }): ChatMessage => ({
            role: role === 'user' ? 'user' : 'assistant',
            content,
          }),
        )
        const isKnown = context && inputs.memoryType !== 'message_window'
        return [...(isKnown ? [toSummaryMessage(context)] : []), ...spoken]
      },
      async store({ question, answer }) {
        const messages = [
          { role: inputs.humanPrefix, role_type: 'user', content: question },
          { role: inputs.aiPrefix, role_type: 'assistant', content: answer },
        ]
        const response = await request(place, { messages }, [404])
        if (response.status === 404) {
          await createSession()
          await request(place, { messages })
        }
      },
    }
  },
})
