import { defineNode } from '#server/engine/define-node.ts'
import { lastContent } from './outcome.ts'
import { beforeEnd } from './step-fields.ts'

export const seqLoop = defineNode({
  name: 'seqLoop',
  label: 'Loop',
  version: 2.1,
  category: 'Sequential Agents',
  description: 'Goes back to an earlier step.',
  icon: 'repeat',
  baseClasses: ['Loop'],
  isLast: true,
  inputs: {
    sequentialNode: { ...beforeEnd, list: true },
    loopToName: {
      label: 'Loop To',
      type: 'string',
      description: 'The name of the step.',
      placeholder: 'Agent',
    },
  },
  // The plan connects it to the named step.
  async *step({ step }) {
    yield ''
    return { value: { content: lastContent(step.messages) } }
  },
})
