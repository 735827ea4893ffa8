import { defineNode } from '#server/engine/define-node.ts'
import { contextOf } from '#server/nodes/retrievers/context-of.ts'

const task =
  'Answer from the numbered passages below where they bear on the question, and name those you use by their numbers, like [1]. If they do not hold the answer, say so.'

export const contextChatEngine = defineNode({
  name: 'contextChatEngine',
  label: 'Context Chat Engine',
  version: 1,
  category: 'Engine',
  description: 'Chats about retrieved documents and remembers the conversation.',
  icon: 'conversation',
  baseClasses: ['ContextChatEngine'],
  badge: 'DEPRECATING',
  tags: ['LlamaIndex'],

  inputs: {
    model: { label: 'Chat Model', type: 'BaseChatModel_LlamaIndex' },
    vectorStoreRetriever: { label: 'Vector Store Retriever', type: 'VectorIndexRetriever' },
    memory: { label: 'Memory', type: 'BaseChatMemory' },
    returnSourceDocuments: { label: 'Return Source Documents', type: 'boolean', optional: true },
    systemMessagePrompt: {
      label: 'System Message',
      type: 'string',
      placeholder: 'You are a helpful assistant.',
      rows: 4,
      optional: true,
    },
  },

  async *run({ inputs, turn: { question } }) {
    const { model, vectorStoreRetriever: retriever, memory, systemMessagePrompt: system } = inputs
    const [documents, history] = await Promise.all([retriever.retrieve(question), memory.read()])
    yield* model.stream({
      system: [system, task, contextOf(documents)].filter(Boolean).join('\n\n'),
      messages: [...history, { role: 'user', content: question }],
    })
    return inputs.returnSourceDocuments ? { sourceDocuments: documents } : undefined
  },
})
