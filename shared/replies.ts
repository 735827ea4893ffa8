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
