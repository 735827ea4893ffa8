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

/** A call of a tool that ran at the provider. */
const providerCallSchema = z.object({
  name: z.string(),
  args: z.record(z.string(), z.json()),
  result: z.string(),
})
export type ProviderCall = z.infer<typeof providerCallSchema>

/** A file the reply refers to: one found by a search, or one made in a container of the provider. */
const citationSchema = z.object({
  fileId: z.string(),
  fileName: z.string(),
  /** Set for a file made there. */
  containerId: z.string().optional(),
  /** What the search found in it. */
  passage: z.string().optional(),
})
export type Citation = z.infer<typeof citationSchema>

export const chatReplySchema = z.object({
  text: z.string(),
  usage: usageSchema,
  /** Our own counts, because the provider sent no plausible usage. */
  estimated: z.boolean().default(false),
  reasoning: z.string().optional(),
  toolCalls: z.array(toolCallSchema).optional(),
  providerCalls: z.array(providerCallSchema).optional(),
  /** Pages the provider's search found. */
  sources: z.array(z.object({ url: z.string(), title: z.string().optional() })).optional(),
  /** Pictures the provider drew, as `data:` URLs. */
  files: z.array(z.object({ mediaType: z.string(), data: z.string() })).optional(),
  citations: z.array(citationSchema).optional(),
})
export type ChatReply = z.infer<typeof chatReplySchema>

const pinnedReplySchema = z.object({ callId: z.string().optional(), reply: chatReplySchema })
export type PinnedReply = z.infer<typeof pinnedReplySchema>
/** Replies by node, used on the canvas instead of calling the model. */
export const pinsSchema = z.record(z.string(), z.array(pinnedReplySchema).min(1).max(50))
