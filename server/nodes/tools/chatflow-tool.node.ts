import { defineNode } from '#server/engine/define-node.ts'
import type { Document, ToolResult } from '#server/engine/handles.ts'
import type { FlowAnswer } from '#server/engine/ports.ts'
import { isRecord } from '#shared/json.ts'
import { oneText, textOf } from './one-text.ts'
import { toToolName } from './tool-name.ts'

export const chatflowTool = defineNode({
  name: 'ChatflowTool',
  label: 'Chatflow Tool',
  version: 5.1,
  category: 'Tools',
  description: 'Lets an agent call another of your flows. That run is logged and charged separately.',
  icon: 'flow',
  baseClasses: ['ChatflowTool', 'Tool'],

  inputs: {
    selectedChatflow: { label: 'Select Chatflow', type: 'asyncOptions', loadMethod: 'listChatflows' },
    name: { label: 'Tool Name', type: 'string' },
    description: {
      label: 'Tool Description',
      type: 'string',
      rows: 3,
      description: 'When the model should call it.',
    },
    returnDirect: { label: 'Return Direct', type: 'boolean', optional: true },
    overrideConfig: {
      label: 'Override Config',
      type: 'json',
      description: 'Configuration of the other flow for this tool.',
      optional: true,
      additionalParams: true,
    },
    startNewSessionPerMessage: {
      label: 'Start new session per message',
      type: 'boolean',
      description:
        'Start a new conversation for every message. Off: the session lasts as long as this conversation.',
      default: false,
      optional: true,
      additionalParams: true,
    },
    useQuestionFromChat: {
      label: 'Use Question from Chat',
      type: 'boolean',
      description: 'Send the user’s message to the other flow unchanged.',
      optional: true,
      additionalParams: true,
    },
    customInput: {
      label: 'Custom Input',
      type: 'string',
      description: 'Send this text to the other flow instead of the model’s text.',
      optional: true,
      additionalParams: true,
    },
  },

  loadMethods: {
    async listChatflows({ ports }) {
      const flows = (await ports.listFlows?.()) ?? []
      return flows.map(({ id, name }) => ({ label: name, name: id }))
    },
  },

  build: ({ inputs, turn, ports }) => ({
    name: toToolName(inputs.name),
    description: inputs.description,
    parameters: oneText('The whole question; the other flow sees nothing of this conversation'),
    returnDirect: inputs.returnDirect ?? false,
    // A repeated call attaches to the run of the first.
    effect: 'keyed' as const,
    callsFlow: true as const,
    async call(args) {
      const { overrideConfig: config } = inputs
      const requested = inputs.useQuestionFromChat ? turn.question : inputs.customInput
      const answer = await ports.callFlow({
        flowId: inputs.selectedChatflow,
        question: requested ?? textOf(args),
        sessionId: inputs.startNewSessionPerMessage ? undefined : `${turn.sessionId}:${turn.flowId}`,
        ...(isRecord(config) && { overrideConfig: config }),
      })
      return resultOf(answer)
    },
  }),
})

function resultOf({ text, sourceDocuments, artifacts }: FlowAnswer): ToolResult {
  return {
    text,
    ...(sourceDocuments && { sourceDocuments: sourceDocuments as Document[] }),
    ...(artifacts && { artifacts }),
  }
}
