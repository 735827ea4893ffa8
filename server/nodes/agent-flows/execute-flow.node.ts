import { defineNode } from '#server/engine/define-node.ts'
import { AppError } from '#shared/errors.ts'
import { isRecord } from '#shared/json.ts'
import { messagesOf } from './conversation.ts'
import { prompt, responseRoles, stateUpdates } from './step-inputs.ts'
import { readUpdates } from './update-state.ts'

export const executeFlowAgentflow = defineNode({
  name: 'executeFlowAgentflow',
  label: 'Execute Flow',
  version: 1.2,
  category: 'Agent Flows',
  description: 'Runs another of your flows and passes on its answer.',
  icon: 'flow',
  baseClasses: ['ExecuteFlow'],
  inputs: {
    executeFlowSelectedFlow: { type: 'asyncOptions', label: 'Select Flow', loadMethod: 'listFlows' },
    executeFlowInput: prompt('Input', {}),
    executeFlowOverrideConfig: {
      type: 'json',
      label: 'Override Config',
      description: 'Configuration of the other flow for this call.',
      optional: true,
      acceptVariable: true,
    },
    executeFlowBaseURL: {
      type: 'string',
      label: 'Base URL',
      description: 'Only flows of this server can be run. Leave it empty.',
      optional: true,
    },
    executeFlowReturnResponseAs: {
      type: 'options',
      label: 'Return Response As',
      options: responseRoles,
      default: 'userMessage',
    },
    executeFlowUpdateState: stateUpdates,
  },
  // biome-ignore lint/correctness/useYield: it writes nothing, but every step is a generator
  async *step({ inputs, step, turn, label, ports }) {
    const { executeFlowSelectedFlow: flowId, executeFlowInput: question } = inputs
    if (flowId === turn.flowId) {
      throw new AppError('INVALID_FLOW', `${label}: a flow cannot run itself. Choose another one.`)
    }
    const config = inputs.executeFlowOverrideConfig
    const { text: content, ...rest } = await ports.callFlow({
      ...{ flowId, question },
      ...(isRecord(config) && { overrideConfig: config }),
    })
    const value = { content, ...rest }
    return {
      value,
      input: { input: question },
      patch: readUpdates(step, 'executeFlowUpdateState', value),
      messages: messagesOf(question, inputs.executeFlowReturnResponseAs, content),
    }
  },
})
