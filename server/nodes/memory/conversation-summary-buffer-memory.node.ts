import { defineNode } from '#server/engine/define-node.ts'
import { countReceived } from '#server/engine/estimate.ts'
import type { ChatMessage } from '#server/engine/ports.ts'
import { memoryKey, sessionId } from './common-inputs.ts'
import { summarise, toSummaryMessage } from './summarise.ts'

export const conversationSummaryBufferMemory = defineNode({
  name: 'conversationSummaryBufferMemory',
  label: 'Conversation Summary Buffer Memory',
  version: 1,
  category: 'Memory',
  description: 'Keeps recent messages and a summary of older ones.',
  icon: 'memory',
  baseClasses: [
    'ConversationSummaryBufferMemory',
    'BaseConversationSummaryMemory',
    'BaseChatMemory',
    'BaseMemory',
  ],

  inputs: {
    model: { label: 'Chat Model', type: 'BaseChatModel' },
    maxTokenLimit: {
      label: 'Max Token Limit',
      type: 'number',
      description: 'Older messages beyond this many tokens are summarized.',
      step: 1,
      min: 0,
      default: 2000,
    },
    sessionId,
    memoryKey,
  },

  build: ({ inputs, label, turn: { flowId, sessionId: session }, ports }) => ({
    key: inputs.memoryKey,
    label,
    async read() {
      const messages = await ports.history(session)
      const from = firstRetained(messages, inputs.maxTokenLimit)
      const stored = messages.slice(from)
      if (from === 0) {
        return stored
      }
      const key = JSON.stringify([flowId, label, session])
      return [toSummaryMessage(await summarise(key, messages.slice(0, from), inputs.model)), ...stored]
    },
  }),
})

function firstRetained(messages: readonly ChatMessage[], limit: number): number {
  let tokens = 0
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    tokens += countReceived(messages[at]?.content ?? '')
    if (tokens > limit) {
      return at + 1
    }
  }
  return 0
}
