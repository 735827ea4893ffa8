import { z } from 'zod'

const tokens = z.int().min(0)

/**
 * Token classes that never overlap, whatever the provider's convention (OpenAI and Gemini count cached tokens into
 * the prompt, Anthropic does not). `reasoning` is part of `output` and is not added again.
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
  /** Our own counts, because the provider sent no plausible usage. */
  estimated: z.boolean().default(false),
  reasoning: z.string().optional(),
  toolCalls: z.array(toolCallSchema).optional(),
})
export type ChatReply = z.infer<typeof chatReplySchema>
