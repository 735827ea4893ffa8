import { defineNode } from '#server/engine/define-node.ts'

export const simpleChatEngine = defineNode({
  name: 'simpleChatEngine',
  label: 'Simple Chat Engine',
  version: 1,
  category: 'Engine',
  description: 'Chats with a model and remembers the conversation.',
  icon: 'conversation',
  baseClasses: ['SimpleChatEngine'],
  badge: 'DEPRECATING',
  tags: ['LlamaIndex'],

  inputs: {
    model: { label: 'Chat Model', type: 'BaseChatModel_LlamaIndex' },
    memory: { label: 'Memory', type: 'BaseChatMemory' },
    systemMessagePrompt: {
      label: 'System Message',
      type: 'string',
      placeholder: 'You are a helpful assistant.',
      rows: 4,
      optional: true,
    },
  },

  async *run({ inputs, turn: { question } }) {
    const { model, memory, systemMessagePrompt: system } = inputs
    const messages = [...(await memory.read()), { role: 'user' as const, content: question }]
    yield* model.stream({ system, messages })
  },
})
