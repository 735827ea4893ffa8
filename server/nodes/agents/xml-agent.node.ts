import { defineNode } from '#server/engine/define-node.ts'
import type { ChatMessage, ChatRequest } from '#server/engine/ports.ts'
import { showImages } from '#server/nodes/chains/show-images.ts'
import { AppError } from '#shared/errors.ts'
import { inputModeration, memory, tools } from './agent-inputs.ts'
import type { TextStep } from './read-step.ts'
import { type Done, describeTools, runTextAgent } from './text-agent.ts'

const defaultPrompt = `You are a helpful assistant. Answer the question as well as you can, in its language. You may use these tools:

{tools}

To use a tool, write its name and what it is given between tags, and stop there:
<tool>search</tool><tool_input>opening hours of the museum</tool_input>
You are then told what came of it:
<observation>It opens at ten.</observation>
When you know the answer, write it between tags as well:
<final_answer>The museum opens at ten.</final_answer>

The conversation so far:
{chat_history}

Question: {input}
{agent_scratchpad}`

export const xmlAgent = defineNode({
  name: 'xmlAgent',
  label: 'XML Agent',
  version: 2,
  category: 'Agents',
  description: 'Calls tools with XML tags, for models without tool calls.',
  icon: 'agent',
  baseClasses: ['XMLAgent', 'BaseChain', 'Runnable'],

  inputs: {
    tools: { ...tools, label: 'Tools' },
    memory,
    model: { label: 'Chat Model', type: 'BaseChatModel' },
    systemMessage: {
      label: 'System Message',
      type: 'string',
      description: 'Variables: {tools}, {chat_history}, {input}, {agent_scratchpad}.',
      default: defaultPrompt,
      rows: 4,
      additionalParams: true,
    },
    inputModeration,
  },

  async *run({ inputs, turn: { question, images }, label }) {
    const { model, tools, memory, systemMessage: template } = inputs
    const missing = ['{tools}', '{agent_scratchpad}'].filter((name) => !template.includes(name))
    if (missing.length > 0) {
      throw new AppError('INVALID_FLOW', `${label}: its System Message needs ${missing.join(' and ')}.`)
    }
    const values = {
      tools: describeTools(tools) || '(none)',
      [memory.key]: spoken(await memory.read()),
      input: question,
    }
    // Files may use the default name of the history with any memory.
    const reported = { chat_history: values[memory.key] ?? '', ...values }
    return yield* runTextAgent({
      model,
      tools,
      moderations: inputs.inputModeration,
      maxIterations: undefined,
      question,
      label,
      read: readXmlStep,
      toRequest: (done, mustAnswer) =>
        showImages(
          formatRequest(template, { ...reported, agent_scratchpad: scratchpad(done, mustAnswer) }),
          images,
        ),
    })
  },
})

function formatRequest(template: string, values: Record<string, string>): ChatRequest {
  const content = template.replaceAll(/\{(\w+)\}/g, (match, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : match,
  )
  return { messages: [{ role: 'user', content }] }
}

function scratchpad(done: readonly Done[], mustAnswer: boolean): string {
  const steps = done.map(
    ({ reply, observation }) => `${closed(reply)}\n<observation>${observation}</observation>`,
  )
  const last = mustAnswer ? ['No more tools may be used. Write the <final_answer> now.'] : []
  return [...steps, ...last].join('\n')
}

function closed(reply: string): string {
  const step = readXmlStep(reply)
  return 'tool' in step ? `<tool>${step.tool}</tool><tool_input>${step.input}</tool_input>` : reply
}

function spoken(history: readonly ChatMessage[]): string {
  return history.map(({ role, content }) => `${role === 'assistant' ? 'AI' : 'Human'}: ${content}`).join('\n')
}

const answer = /<final_answer>([\s\S]*?)(?:<\/final_answer>|$)/i
const use = /<tool>([\s\S]*?)<\/tool>\s*(?:<tool_input>([\s\S]*?)(?:<\/tool_input>|$))?/i

/**
 * Reads `<tool>…</tool><tool_input>…</tool_input>` or `<final_answer>…</final_answer>`. The last tag may be open:
 * models stop before they close it. Text after a tool's input is invented by the model and dropped.
 */
function readXmlStep(reply: string): TextStep {
  const target = use.exec(reply)
  const final = answer.exec(reply)
  if (target && (!final || target.index < final.index)) {
    const [, tool = '', input = ''] = target
    return { tool: tool.trim(), input: input.trim(), thought: reply.slice(0, target.index).trim() }
  }
  if (final) {
    return { answer: (final[1] ?? '').trim() }
  }
  return /<tool(_input)?>/i.test(reply) ? { unclear: reply.trim() } : { answer: reply.trim() }
}
