import type { TextStep } from './read-step.ts'

const answer = /<final_answer>([\s\S]*?)(?:<\/final_answer>|$)/i
const use = /<tool>([\s\S]*?)<\/tool>\s*(?:<tool_input>([\s\S]*?)(?:<\/tool_input>|$))?/i

/**
 * Reads `<tool>…</tool><tool_input>…</tool_input>` or `<final_answer>…</final_answer>`. The last tag may be open:
 * models stop before they close it. Text after a tool's input is invented by the model and dropped.
 */
export function readXmlStep(reply: string): TextStep {
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
