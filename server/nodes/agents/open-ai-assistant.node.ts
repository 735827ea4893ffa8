import { type Answer, defineNode } from '#server/engine/define-node.ts'
import type { Tool } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import { orderTools } from '#server/engine/order-tools.ts'
import type { UsedTool } from '#server/engine/tool-loop.ts'
import { findRejection, toWords } from '#server/nodes/chains/moderate.ts'
import { inputModeration, tools } from './agent-inputs.ts'

export const openAIAssistant = defineNode({
  name: 'openAIAssistant',
  label: 'OpenAI Assistant',
  version: 4,
  category: 'Agents',
  description: 'Calls an OpenAI assistant with your own credential.',
  icon: 'agent',
  baseClasses: ['OpenAIAssistant'],
  badge: 'DEPRECATING',

  inputs: {
    selectedAssistant: { label: 'Select Assistant', type: 'asyncOptions', loadMethod: 'listAssistants' },
    tools,
    inputModeration,
    toolChoice: {
      label: 'Tool Choice',
      type: 'string',
      description: 'none, auto, required, or a tool name.',
      placeholder: 'auto',
      optional: true,
      additionalParams: true,
    },
    parallelToolCalls: {
      label: 'Parallel Tool Calls',
      type: 'boolean',
      default: true,
      optional: true,
      additionalParams: true,
    },
    disableFileDownload: {
      label: 'Disable File Download',
      type: 'boolean',
      description: 'Hide the files the assistant created.',
      optional: true,
      additionalParams: true,
    },
  },

  loadMethods: {
    async listAssistants({ ports }) {
      const assistants = (await ports.listAssistants?.()) ?? []
      return assistants.map(({ id, name, description }) => ({ label: name, name: id, description }))
    },
  },

  async *run({ inputs, turn, signal, ports }): AsyncGenerator<string, Answer> {
    const rejection = await findRejection(inputs.inputModeration, turn.question)
    if (rejection !== undefined) {
      yield* toWords(rejection)
      return {}
    }
    const usedTools: UsedTool[] = []
    const tools = orderTools(inputs.tools)
    const answer = yield* ports.callAssistant(inputs.selectedAssistant, {
      question: turn.question,
      history: await ports.history(turn.sessionId),
      sessionKey: `${turn.flowId}:${turn.sessionId}`,
      tools: tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
      toolChoice: inputs.toolChoice,
      parallelToolCalls: inputs.parallelToolCalls ?? true,
      signal,
      use: (name, args) => use(name, args, tools, usedTools),
    })
    const files = inputs.disableFileDownload ? [] : answer.fileAnnotations
    return {
      text: answer.text,
      ...(usedTools.length > 0 && { usedTools }),
      ...(files.length > 0 && { fileAnnotations: files }),
    }
  },
})

async function use(name: string, args: Json, tools: readonly Tool[], used: UsedTool[]): Promise<string> {
  const tool = tools.find((each) => each.name === name)
  if (!tool) {
    return `Error: there is no tool named ${name}.`
  }
  const { text } = await tool.call(args)
  used.push({
    tool: name,
    toolInput: args,
    toolOutput: text,
    ...(text.startsWith('Error: ') && { error: text.slice('Error: '.length) }),
  })
  return text
}
