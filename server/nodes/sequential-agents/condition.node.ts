import { defineNode } from '#server/engine/define-node.ts'
import { chooseOutput } from './condition.ts'
import { lastContent } from './outcome.ts'
import { afterStep, conditionOutputs, conditionTabs } from './step-fields.ts'

export const seqCondition = defineNode({
  name: 'seqCondition',
  label: 'Condition',
  version: 2.1,
  category: 'Sequential Agents',
  description: 'Chooses the next step by rules or code.',
  icon: 'branch',
  baseClasses: ['Condition'],
  inputs: {
    conditionName: {
      label: 'Condition Name',
      type: 'string',
      optional: true,
      placeholder: 'If X, then Y',
    },
    sequentialNode: afterStep,
    condition: conditionTabs,
  },
  outputs: conditionOutputs,
  async *step({ inputs, step, turn, ports, label }) {
    const chosen = await chooseOutput({ step, turn, ports, label })
    yield ''
    return {
      // A branch that leads nowhere ends the flow with what was said before.
      value: {
        content: lastContent(step.messages),
        agentName: inputs.conditionName ?? label,
        next: chosen.label,
      },
      branches: [chosen.name],
    }
  },
})
