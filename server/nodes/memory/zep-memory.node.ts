import { z } from 'zod'
import { zepMemoryApi } from '#server/credentials/zep-memory-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import type { ChatMessage } from '#server/engine/ports.ts'
import { callService, readResponse } from '#server/nodes/call-service.ts'
import { memoryKey, sessionId } from './common-inputs.ts'
import { rejectSharedKey } from './own-session.ts'
import { toSummaryMessage } from './summarise.ts'

const memorySchema = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.string() })).nullish(),
  summary: z.object({ content: z.string() }).nullish(),
})
const prefix = { type: 'string', additionalParams: true } as const

export const ZepMemory = defineNode({
  name: 'ZepMemory',
  label: 'Zep Memory - Open Source',
  version: 2,
  category: 'Memory',
  description: 'Stores and summarizes the conversation on your Zep server.',
  icon: 'memory',
  baseClasses: ['ZepMemory', 'BaseChatMemory', 'BaseMemory'],
  credential: zepMemoryApi,
  credentialOptional: true,

  inputs: {
    baseURL: { label: 'Base URL', type: 'string', default: 'http://127.0.0.1:8000' },
    sessionId,
    k: {
      label: 'Size',
      type: 'number',
      description: 'Number of recent messages to use.',
      step: 1,
      min: 1,
      default: 10,
      additionalParams: true,
    },
    aiPrefix: { label: 'AI Prefix', default: 'ai', ...prefix },
    humanPrefix: { label: 'Human Prefix', default: 'human', ...prefix },
    memoryKey,
    inputKey: { label: 'Input Key', default: 'input', ...prefix },
    outputKey: { label: 'Output Key', default: 'text', ...prefix },
  },

  build({ inputs, credential, turn, isShared, label, ports }) {
    rejectSharedKey({ turn, isShared, label })
    const session = turn.sessionId
    const address = `${inputs.baseURL.replace(/\/+$/, '')}/api/v1/sessions/${encodeURIComponent(session)}/memory`
    const headers = {
      'content-type': 'application/json',
      ...(credential && { authorization: `Bearer ${credential.apiKey}` }),
    }
    const service = `${label}: Zep`
    return {
      key: inputs.memoryKey,
      label,
      async read() {
        const zep = { service, fetch: ports.fetch, accepts: [404] }
        const response = await callService(zep, `${address}?lastn=${inputs.k}`, { headers })
        // Zep creates the session with the first message.
        if (response.status === 404) {
          return []
        }
        const { summary, messages } = await readResponse(service, response, memorySchema)
        const spoken = (messages ?? []).map(
          ({ role, content }): ChatMessage => ({
            role: role === inputs.humanPrefix || role === 'user' ? 'user' : 'assistant',
            content,
          }),
        )
        return [...(summary ? [toSummaryMessage(summary.content)] : []), ...spoken]
      },
      async store({ question, answer }) {
        const messages = [
          { role: inputs.humanPrefix, role_type: 'user', content: question },
          { role: inputs.aiPrefix, role_type: 'assistant', content: answer },
        ]
        const body = JSON.stringify({ messages })
        await callService({ service, fetch: ports.fetch }, address, { method: 'POST', headers, body })
      },
    }
  },
})
