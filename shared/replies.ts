import { z } from 'zod'

const tokens = z.int().min(0)

/**
 * Tokens in classes that never overlap, whatever the provider's own convention (OpenAI and Gemini count cached tokens
 * into the prompt, Anthropic does not). `reasoning` is the part of `output` that was thinking; it is not added again.
 */
export const usageSchema = z.object({
  input: tokens,
  cacheRead: tokens,
  cacheWrite: tokens,
  output: tokens,
  reasoning: tokens,
})
export type Usage = z.infer<typeof usageSchema>

export const noUsage: Usage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 }

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    input: a.input + b.input,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    output: a.output + b.output,
    reasoning: a.reasoning + b.reasoning,
  }
}

/** What a user calls "tokens": everything that went in and came out. */
export function countTokens({ input, cacheRead, cacheWrite, output }: Usage) {
  return input + cacheRead + cacheWrite + output
}

export const toolCallSchema = z.object({ id: z.string(), name: z.string(), args: z.unknown().optional() })
export type ToolCall = z.infer<typeof toolCallSchema>

export const chatReplySchema = z.object({
  text: z.string(),
  usage: usageSchema,
  /** The provider sent no usage we could believe: these are our own counts. */
  estimated: z.boolean().default(false),
  reasoning: z.string().optional(),
  toolCalls: z.array(toolCallSchema).optional(),
})
export type ChatReply = z.infer<typeof chatReplySchema>
