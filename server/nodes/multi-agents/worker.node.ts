import { defineNode } from '#server/engine/define-node.ts'
import type { Json } from '#server/engine/inputs.ts'
import { orderTools } from '#server/engine/order-tools.ts'
import { answerOf, runToolLoop } from '#server/engine/tool-loop.ts'
import { cleanAnswer } from '#server/nodes/agents/clean-answer.ts'
import { buildRequest } from '#server/nodes/sequential-agents/build-request.ts'
import { outputOf, requireModel } from '#server/nodes/sequential-agents/outcome.ts'
import { ownModel, promptValues, tools } from '#server/nodes/sequential-agents/step-fields.ts'
import { teamMessages } from './team-messages.ts'

export const worker = defineNode({
  name: 'worker',
  label: 'Worker',
  version: 2,
  category: 'Multi Agents',
  description: 'Does a sub-task of the supervisor with its tools.',
  icon: 'agent',
  baseClasses: ['Worker'],
  isLast: true,
  inputs: {
    workerName: { label: 'Worker Name', type: 'string', placeholder: 'Worker' },
    workerPrompt: {
      label: 'Worker Prompt',
      type: 'string',
      default: 'You are a research assistant who can search for up-to-date info using search engine.',
      rows: 4,
    },
    tools,
    supervisor: { label: 'Supervisor', type: 'Supervisor' },
    model: { ...ownModel, label: 'Tool Calling Chat Model', description: 'Default: the supervisor’s model.' },
    promptValues,
    maxIterations: {
      label: 'Max Iterations',
      type: 'number',
      description: 'Max model calls per message. Default: 15.',
      optional: true,
    },
  },
  async *step({ inputs, step, turn, ports, label }) {
    const { workerName: name, maxIterations } = inputs
    const { system } = await buildRequest(
      { step, turn, ports, label },
      { system: inputs.workerPrompt, human: undefined, values: inputs.promptValues, selection: 'empty' },
    )
    const { instructions } = step.state
    const task = typeof instructions === 'string' && instructions !== '' ? [instructions] : []
    const messages = [
      ...(await teamMessages(step)),
      ...task.map((content) => ({ role: 'user' as const, content })),
    ]
    const result = yield* runToolLoop({
      model: requireModel(inputs.model, label),
      tools: orderTools(inputs.tools),
      request: { system, messages },
      ...{ maxIterations, label },
    })
    const content = cleanAnswer(result.text)
    return {
      value: { ...outputOf(content, answerOf(result) as { [key: string]: Json }), agentName: name },
      input: { messages: messages as Json },
      messages: [{ role: 'assistant', content, name }],
    }
  },
})
