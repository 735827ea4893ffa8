import { defineNode } from '#server/engine/define-node.ts'
import { memoryKey, sessionId } from './common-inputs.ts'
import { summarise, toSummaryMessage } from './summarise.ts'

export const conversationSummaryMemory = defineNode({
  name: 'conversationSummaryMemory',
  label: 'Conversation Summary Memory',
  version: 2,
  category: 'Memory',
  description: 'Remembers a summary of the conversation, updated by a model.',
  icon: 'memory',
  baseClasses: ['ConversationSummaryMemory', 'BaseConversationSummaryMemory', 'BaseChatMemory', 'BaseMemory'],

  inputs: {
    model: { label: 'Chat Model', type: 'BaseChatModel' },
    sessionId,
    memoryKey,
  },

  build: ({ inputs, label, turn: { flowId, sessionId: session }, ports }) => ({
    key: inputs.memoryKey,
    label,
    async read() {
      const messages = await ports.history(session)
      const summary = await summarise(JSON.stringify([flowId, label, session]), messages, inputs.model)
      return summary === '' ? [] : [toSummaryMessage(summary)]
    },
  }),
})
