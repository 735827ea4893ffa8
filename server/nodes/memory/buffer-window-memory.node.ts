import { defineNode } from '#server/engine/define-node.ts'
import { memoryKey, sessionId } from './common-inputs.ts'

export const bufferWindowMemory = defineNode({
  name: 'bufferWindowMemory',
  label: 'Buffer Window Memory',
  version: 2,
  category: 'Memory',
  description: 'Remembers the last messages and answers, so long conversations cost less.',
  icon: 'window',
  baseClasses: ['BufferWindowMemory', 'BaseChatMemory', 'BaseMemory'],

  inputs: {
    k: {
      label: 'Size',
      type: 'number',
      description: 'Number of turns to remember.',
      step: 1,
      min: 0,
      default: 4,
    },
    sessionId,
    memoryKey,
  },

  build: ({ inputs, label, turn, ports }) => ({
    key: inputs.memoryKey,
    label,
    async read() {
      const messages = await ports.history(turn.sessionId)
      return messages.slice(Math.max(0, messages.length - 2 * Math.max(0, Math.trunc(inputs.k))))
    },
  }),
})
