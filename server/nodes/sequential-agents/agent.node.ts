import { defineNode } from '#server/engine/define-node.ts'
import type { Json } from '#server/engine/inputs.ts'
import { orderTools } from '#server/engine/order-tools.ts'
import { answerOf, runToolLoop } from '#server/engine/tool-loop.ts'
import { cleanAnswer } from '#server/nodes/agents/clean-answer.ts'
import { createApprovalGate } from './approval-gate.ts'
import { buildRequest } from './build-request.ts'
import { outputOf, requireModel } from './outcome.ts'
import { readPatch } from './read-patch.ts'
import {
  afterAny,
  approval,
  historySelection,
  humanPrompt,
  messageHistory,
  ownModel,
  promptValues,
  systemPrompt,
  tools,
  updateState,
} from './step-fields.ts'

export const seqAgent = defineNode({
  name: 'seqAgent',
  label: 'Agent',
  version: 4.1,
  category: 'Sequential Agents',
  description: 'Completes a task with tools that the model calls.',
  icon: 'agent',
  baseClasses: ['Agent'],
  inputs: {
    agentName: { label: 'Agent Name', type: 'string', placeholder: 'Agent' },
    systemMessagePrompt: {
      ...systemPrompt,
      default: 'You are a research assistant who can search for up-to-date info using search engine.',
    },
    messageHistory,
    conversationHistorySelection: historySelection,
    humanMessagePrompt: humanPrompt,
    tools,
    sequentialNode: afterAny,
    model: ownModel,
    interrupt: approval.interrupt,
    promptValues,
    approvalPrompt: approval.approvalPrompt,
    approveButtonText: approval.approveButtonText,
    rejectButtonText: approval.rejectButtonText,
    updateStateMemory: updateState,
    maxIterations: {
      label: 'Max Iterations',
      type: 'number',
      description: 'Max model calls per message. Default: 15.',
      optional: true,
      additionalParams: true,
    },
  },
  async *step({ inputs, step, turn, ports, label }) {
    const call = { step, turn, ports, label }
    const { agentName: name, interrupt, maxIterations } = inputs
    const model = requireModel(inputs.model, label)
    const request = await buildRequest(call, {
      system: inputs.systemMessagePrompt,
      human: inputs.humanMessagePrompt,
      values: inputs.promptValues,
      messageHistory: inputs.messageHistory,
      selection: inputs.conversationHistorySelection,
    })
    const gate = createApprovalGate(step, inputs)
    const ordered = orderTools(inputs.tools)
    const result = yield* runToolLoop({
      ...{ request, maxIterations, label },
      model: interrupt ? gate.guard(model) : model,
      tools: interrupt ? gate.guardTools(ordered) : ordered,
    })
    const content = cleanAnswer(result.text)
    const output = outputOf(content, answerOf(result) as { [key: string]: Json })
    return {
      value: { ...output, agentName: name },
      input: { messages: request.messages as Json },
      patch: await readPatch(call, output),
      messages: [{ role: 'assistant', content, name }],
    }
  },
})
