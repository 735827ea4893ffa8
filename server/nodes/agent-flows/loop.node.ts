import { defineNode } from '#server/engine/define-node.ts'
import { prompt, stateUpdates } from './step-inputs.ts'
import { readUpdates } from './update-state.ts'

export const loopAgentflow = defineNode({
  name: 'loopAgentflow',
  label: 'Loop',
  version: 1.2,
  category: 'Agent Flows',
  description: 'Returns to an earlier node, up to a limit.',
  icon: 'loop',
  baseClasses: ['Loop'],
  inputs: {
    loopBackToNode: {
      type: 'asyncOptions',
      label: 'Loop Back To',
      loadMethod: 'listPreviousNodes',
      freeSolo: true,
    },
    maxLoopCount: { type: 'number', label: 'Max Loop Count', default: 5 },
    fallbackMessage: prompt('Fallback Message', { optional: true }),
    loopUpdateState: stateUpdates,
  },
  async *step({ inputs: { loopBackToNode, maxLoopCount, fallbackMessage }, step }) {
    const [nodeID = ''] = loopBackToNode.split('-')
    const jumps = step.visit < (step.maxVisits ?? 0)
    if (jumps) {
      const value = { content: `Loop back to ${loopBackToNode}`, nodeID, maxLoopCount }
      const patch = readUpdates(step, 'loopUpdateState', value)
      return { value, input: { loopBackToNode, maxLoopCount }, patch, jump: true }
    }
    const content = fallbackMessage || `Loop completed after ${step.visit} rounds.`
    yield content
    const value = { content, nodeID, maxLoopCount, ...(fallbackMessage && { fallbackMessage }) }
    return {
      value,
      input: { loopBackToNode, maxLoopCount },
      patch: readUpdates(step, 'loopUpdateState', value),
      messages: [{ role: 'assistant', content }],
    }
  },
})
