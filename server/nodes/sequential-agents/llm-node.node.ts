import { defineNode } from '#server/engine/define-node.ts'
import type { Json } from '#server/engine/inputs.ts'
import { orderTools } from '#server/engine/order-tools.ts'
import { toolsOutput } from '#server/engine/program/plan-sequential.ts'
import { readStructured } from '#server/nodes/agent-flows/structured-output.ts'
import { cleanAnswer } from '#server/nodes/agents/clean-answer.ts'
import { buildRequest } from './build-request.ts'
import { outputOf, requireModel } from './outcome.ts'
import { schemaOfRows } from './output-schema.ts'
import { readPatch } from './read-patch.ts'
import {
  afterAny,
  historySelection,
  humanPrompt,
  messageHistory,
  ownModel,
  promptValues,
  structuredOutput,
  systemPrompt,
  updateState,
} from './step-fields.ts'

export const seqLLMNode = defineNode({
  name: 'seqLLMNode',
  label: 'LLM Node',
  version: 4.1,
  category: 'Sequential Agents',
  description: 'Calls a model once. A tool node behind it runs the tools it requests.',
  icon: 'model',
  baseClasses: ['LLMNode'],
  inputs: {
    llmNodeName: { label: 'Name', type: 'string', placeholder: 'LLM' },
    systemMessagePrompt: { ...systemPrompt, additionalParams: true },
    messageHistory,
    conversationHistorySelection: historySelection,
    humanMessagePrompt: humanPrompt,
    sequentialNode: afterAny,
    model: ownModel,
    promptValues: { ...promptValues, additionalParams: true },
    llmStructuredOutput: structuredOutput,
    updateStateMemory: updateState,
  },
  async *step({ inputs, step, turn, ports, label }) {
    const call = { step, turn, ports, label }
    const { llmNodeName: name } = inputs
    const request = await buildRequest(call, {
      system: inputs.systemMessagePrompt,
      human: inputs.humanMessagePrompt,
      values: inputs.promptValues,
      messageHistory: inputs.messageHistory,
      selection: inputs.conversationHistorySelection,
    })
    const schema = schemaOfRows(inputs.llmStructuredOutput)
    const tools = orderTools(step.offered).map(({ name: tool, description, parameters }) => ({
      ...{ name: tool, description, parameters },
    }))
    const reply = yield* requireModel(inputs.model, label).stream({
      ...request,
      ...(schema && { schema }),
      ...(tools.length > 0 && !schema && { tools }),
    })
    const toolCalls = reply.toolCalls ?? []
    const keys = schema ? readStructured(reply.text, label) : {}
    const content = schema ? JSON.stringify(keys) : cleanAnswer(reply.text)
    const output = outputOf(content, {
      ...keys,
      ...(toolCalls.length > 0 && { toolCalls: toolCalls as Json }),
    })
    const branch = toolCalls.length > 0 ? toolsOutput : ''
    return {
      value: { ...output, agentName: name },
      input: { messages: request.messages as Json },
      ...(step.offered.length > 0 && { branches: [branch] }),
      patch: await readPatch(call, output),
      messages: [{ role: 'assistant', content, name, ...(toolCalls.length > 0 && { toolCalls }) }],
    }
  },
})
