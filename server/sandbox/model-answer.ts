import type { Shape } from './demo/generate-value.ts'
import { countDemoTokens, limitTokens, makeWords } from './demo/tokens.ts'
import { answerDemo, type DemoAnswer } from './demo-answer.ts'
import type { WireRequest } from './model-contract.ts'
import type { Switches } from './switches.ts'

export type WireAnswer = {
  text: string
  toolCalls: { id: string; type: 'function'; function: { name: string; arguments: string } }[]
  finishReason: 'stop' | 'length' | 'tool_calls'
  usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number } | undefined
}

export function answerWire(request: WireRequest, switches: Switches): WireAnswer {
  const fixed = switches.tokens === undefined ? undefined : { text: makeWords(switches.tokens) }
  const answer: DemoAnswer = fixed ?? answerDemo(toDemoRequest(request))
  const ends = [request.stop ?? []].flat().map((sequence) => answer.text.indexOf(sequence))
  const stopped = answer.text.slice(0, Math.min(...ends.filter((at) => at >= 0), answer.text.length))
  const limit = request.max_completion_tokens ?? request.max_tokens ?? Number.POSITIVE_INFINITY
  const { text, isCut } = limitTokens(stopped, limit)
  const toolCalls = [answer.toolUse ?? []].flat().map(({ name, args }) => ({
    // The id derives from the place in the conversation, so the same request has the same answer.
    id: `call_${request.messages.length}`,
    type: 'function' as const,
    function: { name, arguments: JSON.stringify(args) },
  }))
  const output = text + toolCalls.map(({ function: { arguments: args } }) => args).join('')
  const finishReason = toolCalls.length > 0 ? 'tool_calls' : isCut ? 'length' : 'stop'
  return { text, toolCalls, finishReason, usage: count(request, output, switches) }
}

function toDemoRequest({ messages, tools, tool_choice: choice, response_format: format }: WireRequest) {
  const calls = new Map(
    messages.flatMap(({ tool_calls: made }) => (made ?? []).map((call) => [call.id, call.function] as const)),
  )
  return {
    messages: messages.map(({ role, content, tool_call_id: id }) => {
      const call = calls.get(id ?? '')
      return { role, text: content, ...(call && { toolName: call.name, toolArgs: call.arguments }) }
    }),
    tools: (tools ?? []).map(({ function: { name, description, parameters } }) => ({
      name,
      description: description ?? '',
      parameters: (parameters ?? { type: 'object' }) as Shape,
    })),
    toolChoice:
      typeof choice === 'object' && choice !== null ? { name: choice.function.name } : (choice ?? 'auto'),
    json: format?.type.startsWith('json')
      ? { schema: format.json_schema?.schema as Shape | undefined }
      : undefined,
  }
}

function count({ messages, tools }: WireRequest, output: string, { usage }: Switches): WireAnswer['usage'] {
  if (usage === 'missing') {
    return undefined
  }
  const spoken = messages.reduce((sum, { content }) => sum + countDemoTokens(content) + 3, 0)
  const prompt = spoken + (tools ? countDemoTokens(JSON.stringify(tools)) : 0)
  const completion = countDemoTokens(output) * (usage === 'absurd' ? 10_000 : 1)
  return usage === 'zero'
    ? { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }
    : { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion }
}
