import { defineNode } from '#server/engine/define-node.ts'
import { isRecord } from '#shared/json.ts'
import { lastContent } from './outcome.ts'
import { toResult } from './return-value.ts'
import { afterAny, returnValueAs } from './step-fields.ts'

export const seqExecuteFlow = defineNode({
  name: 'seqExecuteFlow',
  label: 'Execute Flow',
  version: 1,
  category: 'Sequential Agents',
  description: 'Calls another of your flows. That run is logged and charged separately.',
  icon: 'flow',
  baseClasses: ['ExecuteFlow'],
  inputs: {
    seqExecuteFlowName: { label: 'Name', type: 'string', placeholder: 'Flow' },
    sequentialNode: afterAny,
    selectedFlow: { label: 'Select Flow', type: 'asyncOptions', loadMethod: 'listFlows' },
    seqExecuteFlowInput: {
      label: 'Input',
      type: 'options',
      options: [
        { name: 'userQuestion', label: 'User Question' },
        { name: 'lastMessage', label: 'Last Message' },
      ],
      default: 'userQuestion',
    },
    overrideConfig: {
      label: 'Override Config',
      type: 'json',
      description: 'Configuration of the other flow.',
      optional: true,
      additionalParams: true,
    },
    startNewSessionPerMessage: {
      label: 'Start new session per message',
      type: 'boolean',
      default: false,
      optional: true,
      additionalParams: true,
    },
    returnValueAs,
  },
  // biome-ignore lint/correctness/useYield: it writes nothing, but every step is a generator
  async *step({ inputs, step, turn, ports, label }) {
    const { selectedFlow: flowId, overrideConfig, seqExecuteFlowName: name } = inputs
    const isLast = inputs.seqExecuteFlowInput === 'lastMessage'
    const question = isLast ? lastContent(step.messages) : turn.question
    const { text } = await ports.callFlow({
      ...{ flowId, question },
      sessionId: inputs.startNewSessionPerMessage ? undefined : `${turn.sessionId}:${turn.flowId}`,
      ...(isRecord(overrideConfig) && { overrideConfig }),
    })
    return toResult({ value: text, as: inputs.returnValueAs, name, label })
  },
})
