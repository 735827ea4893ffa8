import { defineNode } from '#server/engine/define-node.ts'
import { prompt } from './step-inputs.ts'

export const directReplyAgentflow = defineNode({
  name: 'directReplyAgentflow',
  label: 'Direct Reply',
  version: 1,
  category: 'Agent Flows',
  description: 'Shows a message to the user and ends.',
  icon: 'directReply',
  baseClasses: ['DirectReply'],
  inputs: { directReplyMessage: prompt('Message', {}) },
  async *step({ inputs: { directReplyMessage: content } }) {
    yield content
    return {
      value: { content },
      input: { message: content },
      messages: [{ role: 'assistant', content }],
    }
  },
})
