import { defineNode } from '#server/engine/define-node.ts'
import type { Tool } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import type { UsedTool } from '#server/engine/tool-loop.ts'
import type { ToolCall } from '#shared/runs.ts'
import { createApprovalGate } from './approval-gate.ts'
import { stateMessages } from './messages.ts'
import { outputOf } from './outcome.ts'
import { readPatch } from './read-patch.ts'
import { approval, tools, updateState } from './step-fields.ts'

export const seqToolNode = defineNode({
  name: 'seqToolNode',
  label: 'Tool Node',
  version: 2.1,
  category: 'Sequential Agents',
  description: 'Runs the tools that the LLM node before it requests.',
  icon: 'tool',
  baseClasses: ['ToolNode'],
  inputs: {
    tools,
    llmNode: { label: 'LLM Node', type: 'LLMNode', description: 'The step whose tool calls are run.' },
    toolNodeName: { label: 'Name', type: 'string', placeholder: 'Tools' },
    ...approval,
    updateStateMemory: updateState,
  },
  async *step({ inputs, step, turn, ports, label }) {
    const { toolNodeName: name } = inputs
    const requested = (await stateMessages(step)).findLast(({ toolCalls }) => toolCalls)?.toolCalls ?? []
    const gate = createApprovalGate(step, inputs)
    const pending = inputs.interrupt && requested.length > 0 ? gate.ask(requested) : requested
    const given = inputs.interrupt ? gate.guardTools(inputs.tools) : inputs.tools.flat()
    const done = await Promise.all(pending.map((call) => use(call, given)))
    const usedTools = done.map(({ used }) => used)
    const content = usedTools.map(({ toolOutput }) => toolOutput).join('\n')
    const output = outputOf(content, { usedTools: usedTools as Json })
    return {
      value: {
        ...output,
        ...joined('sourceDocuments', done),
        ...joined('artifacts', done),
        agentName: name,
      },
      patch: await readPatch({ step, turn, ports, label }, output),
      messages: done.map(({ id, used }) => ({
        ...{ role: 'tool' as const, content: used.toolOutput, toolCallId: id, name: used.tool },
      })),
    }
  },
})

type Done = { id: string; used: UsedTool; sourceDocuments: Json[]; artifacts: Json[] }

async function use({ id, name, args }: ToolCall, tools: readonly Tool[]): Promise<Done> {
  const tool = tools.find((each) => each.name === name)
  const toolInput = (args ?? {}) as Json
  const {
    text,
    sourceDocuments = [],
    artifacts = [],
  } = tool
    ? await tool.call(toolInput)
    : {
        text: `Error: there is no tool named ${name}. There are: ${tools.map((each) => each.name).join(', ')}.`,
      }
  const error = text.startsWith('Error: ') ? { error: text.slice('Error: '.length) } : {}
  return { id, used: { tool: name, toolInput, toolOutput: text, ...error }, sourceDocuments, artifacts }
}

function joined(field: 'sourceDocuments' | 'artifacts', done: readonly Done[]): { [key: string]: Json } {
  const all = done.flatMap((each) => each[field])
  return all.length > 0 ? { [field]: all } : {}
}
