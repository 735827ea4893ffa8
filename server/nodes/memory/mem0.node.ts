import { z } from 'zod'
import { mem0MemoryApi } from '#server/credentials/mem0-memory-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import type { ChatMessage } from '#server/engine/ports.ts'
import { callService, readResponse } from '#server/nodes/call-service.ts'
import { ownName } from './own-session.ts'

const address = 'https://api.mem0.ai/v1/memories'
const found = z.array(z.object({ memory: z.string() }))
const foundSchema = z.union([found, z.object({ results: found }).transform(({ results }) => results)])
/** Flowise's default user id: each conversation is its own user. */
const nobody = 'flowise-default-user'
const lookBack = 10
const more = { type: 'string', default: '', optional: true, additionalParams: true } as const

export const mem0 = defineNode({
  name: 'mem0',
  label: 'Mem0',
  version: 1,
  category: 'Memory',
  description: 'Remembers facts about users with Mem0.',
  icon: 'memory',
  baseClasses: ['Mem0', 'BaseChatMemory', 'BaseMemory'],
  credential: mem0MemoryApi,

  inputs: {
    user_id: {
      label: 'User ID',
      type: 'string',
      description: 'Owner of the memories. Default: each conversation has its own.',
      default: nobody,
    },
    searchOnly: {
      label: 'Search Only',
      type: 'boolean',
      description: 'Do not store new memories.',
      default: false,
      optional: true,
      additionalParams: true,
    },
    run_id: { label: 'Run ID', ...more },
    agent_id: { label: 'Agent ID', ...more },
    app_id: { label: 'App ID', ...more },
    project_id: { label: 'Project ID', ...more },
    org_id: { label: 'Organization ID', ...more },
    memoryKey: { ...more, label: 'Memory Key', default: 'history' },
    inputKey: { ...more, label: 'Input Key', default: 'input' },
    outputKey: { ...more, label: 'Output Key', default: 'text' },
  },

  build({ inputs, credential, turn, isShared, label, ports }) {
    const { sessionId: session, question: requested } = turn
    const { run_id, agent_id, app_id, project_id, org_id } = inputs
    const name = inputs.user_id === nobody ? session : inputs.user_id
    const user_id = isShared ? ownName(turn.flowId, name) : name
    const whose = { user_id, run_id, agent_id, app_id, project_id, org_id }
    const service = `${label}: Mem0`
    const send = (path: string, body: object) =>
      callService({ service, fetch: ports.fetch }, address + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Token ${credential.apiKey}` },
        body: JSON.stringify({ ...whose, ...body }),
      })
    return {
      key: inputs.memoryKey ?? 'history',
      label,
      async read() {
        const [answer, history] = await Promise.all([
          send('/search/', { query: requested }),
          ports.history(session),
        ])
        const memories = await readResponse(service, answer, foundSchema)
        return [...toMessages(memories), ...history.slice(-lookBack)]
      },
      async store({ question, answer }) {
        if (!inputs.searchOnly) {
          const messages = [
            { role: 'user', content: question },
            { role: 'assistant', content: answer },
          ]
          await send('/', { messages })
        }
      },
    }
  },
})

function toMessages(memories: { memory: string }[]): ChatMessage[] {
  const lines = memories.map(({ memory }) => `- ${memory}`).join('\n')
  return lines === '' ? [] : [{ role: 'system', content: `What is remembered of this person:\n${lines}` }]
}
