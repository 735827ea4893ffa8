import { defineNode } from '#server/engine/define-node.ts'
import { lastContent } from './outcome.ts'
import { beforeEnd } from './step-fields.ts'

export const seqEnd = defineNode({
  name: 'seqEnd',
  label: 'End',
  version: 2.1,
  category: 'Sequential Agents',
  description: 'Ends the flow. The last message is the answer.',
  icon: 'stop',
  baseClasses: ['End'],
  isLast: true,
  inputs: { sequentialNode: beforeEnd },
  async *step({ step }) {
    const content = lastContent(step.messages)
    yield content
    return { value: { content } }
  },
})
