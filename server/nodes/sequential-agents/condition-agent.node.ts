import { defineNode } from '#server/engine/define-node.ts'
import type { Json } from '#server/engine/inputs.ts'
import { readStructured } from '#server/nodes/agent-flows/structured-output.ts'
import { cleanAnswer } from '#server/nodes/agents/clean-answer.ts'
import { buildRequest } from './build-request.ts'
import { chooseOutput } from './condition.ts'
import { lastContent, outputOf, requireModel } from './outcome.ts'
import { schemaOfRows } from './output-schema.ts'
import {
  afterStep,
  conditionOutputs,
  conditionTabs,
  historySelection,
  humanPrompt,
  ownModel,
  promptValues,
  structuredOutput,
  systemPrompt,
} from './step-fields.ts'

export const seqConditionAgent = defineNode({
  name: 'seqConditionAgent',
  label: 'Condition Agent',
  version: 3.1,
  category: 'Sequential Agents',
  description: 'Asks a model, and chooses the next step by its answer.',
  icon: 'branch',
  baseClasses: ['ConditionAgent'],
  inputs: {
    conditionAgentName: { label: 'Name', type: 'string', placeholder: 'Condition Agent' },
    sequentialNode: afterStep,
    model: ownModel,
    systemMessagePrompt: {
      ...systemPrompt,
      default: `You are an expert customer support routing system.
Your job is to detect whether a customer support representative is routing a user to the technical support team, or just responding conversationally.`,
      additionalParams: true,
    },
    conversationHistorySelection: historySelection,
    humanMessagePrompt: {
      ...humanPrompt,
      default: `The previous conversation is an interaction between a customer support representative and a user.
Extract whether the representative is routing the user to the technical support team, or just responding conversationally.

If representative want to route the user to the technical support team, respond only with the word "TECHNICAL".
Otherwise, respond only with the word "CONVERSATION".

Remember, only respond with one of the above words.`,
    },
    promptValues: { ...promptValues, additionalParams: true },
    conditionAgentStructuredOutput: structuredOutput,
    condition: conditionTabs,
  },
  outputs: conditionOutputs,
  async *step({ inputs, step, turn, ports, label }) {
    const call = { step, turn, ports, label }
    const request = await buildRequest(call, {
      system: inputs.systemMessagePrompt,
      human: inputs.humanMessagePrompt,
      values: inputs.promptValues,
      selection: inputs.conversationHistorySelection,
    })
    const schema = schemaOfRows(inputs.conditionAgentStructuredOutput)
    const reply = yield* requireModel(inputs.model, label).stream({ ...request, ...(schema && { schema }) })
    const keys = schema ? readStructured(reply.text, label) : {}
    const text = schema ? JSON.stringify(keys) : cleanAnswer(reply.text)
    const chosen = await chooseOutput(call, outputOf(text, keys))
    return {
      value: {
        content: lastContent(step.messages),
        agentName: inputs.conditionAgentName,
        instructions: text,
        next: chosen.label,
      },
      input: { messages: request.messages as Json },
      branches: [chosen.name],
    }
  },
})
