import { defineNode } from '#server/engine/define-node.ts'
import { memoryKey, sessionId } from './common-inputs.ts'

export const bufferWindowMemory = defineNode({
  name: 'bufferWindowMemory',
  label: 'Buffer Window Memory',
  version: 2,
  category: 'Memory',
  description: 'Remembers the last questions and answers, so that long conversations stay cheap.',
  icon: 'window',
  baseClasses: ['BufferWindowMemory', 'BaseChatMemory', 'BaseMemory'],

  inputs: {
    k: {
      label: 'Size',
      type: 'number',
      description: 'How many questions, each with its answer.',
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
