import { defineNode } from '#server/engine/define-node.ts'
import { buildConversation, messagesOf } from './conversation.ts'
import { countUsage, metadataOf, openModel } from './model-step.ts'
import {
  memoryInputs,
  messageRows,
  modelChoice,
  outputRows,
  prompt,
  responseRoles,
  stateUpdates,
} from './step-inputs.ts'
import { readStructured, schemaOf } from './structured-output.ts'
import { readUpdates } from './update-state.ts'

export const llmAgentflow = defineNode({
  name: 'llmAgentflow',
  label: 'LLM',
  version: 1.1,
  category: 'Agent Flows',
  description: 'Calls a model once and passes on its answer.',
  icon: 'model',
  baseClasses: ['LLM'],
  inputs: {
    llmModel: modelChoice,
    llmMessages: messageRows,
    ...memoryInputs('llm'),
    llmUserMessage: prompt('Input Message', { optional: true, show: { llmEnableMemory: true } }),
    llmReturnResponseAs: {
      type: 'options',
      label: 'Return Response As',
      options: responseRoles,
      default: 'userMessage',
    },
    llmStructuredOutput: outputRows('llmStructuredOutput'),
    llmUpdateState: stateUpdates,
  },
  async *step({ inputs, step, turn, label }) {
    const started = step.now()
    const { model, total } = countUsage(await openModel(step, 'llmModel', label))
    const { llmUserMessage: userMessage, llmStructuredOutput: rows } = inputs
    const { system, messages } = await buildConversation({
      ...{ step, model, userMessage, question: turn.question, rows: inputs.llmMessages },
      memory: {
        isOn: inputs.llmEnableMemory,
        type: inputs.llmMemoryType,
        windowSize: inputs.llmMemoryWindowSize,
        maxTokens: inputs.llmMemoryMaxTokenLimit,
      },
    })
    const schema = schemaOf(rows)
    const reply = yield* model.stream({ system, messages, ...(schema && { schema }) })
    const keys = schema ? readStructured(reply.text, label) : {}
    const content = schema ? JSON.stringify(keys) : reply.text
    const value = {
      content,
      ...keys,
      ...(reply.reasoning && { reasonContent: { thinking: reply.reasoning } }),
      ...metadataOf({ usage: total(), started, ended: step.now() }),
    }
    return {
      value,
      input: { messages: [...(system ? [{ role: 'system', content: system }] : []), ...messages.map(shown)] },
      patch: readUpdates(step, 'llmUpdateState', value),
      messages: messagesOf(userMessage, inputs.llmReturnResponseAs, content),
    }
  },
})

function shown({ role, content }: { role: string; content: string }) {
  return { role, content }
}
