import type { Usage } from '#shared/runs.ts'
import { toUsage } from '../to-usage.ts'

export type Counted = {
  prompt_tokens?: number
  completion_tokens?: number
  total_tokens?: number
  prompt_tokens_details?: { cached_tokens?: number } | null
  completion_tokens_details?: { reasoning_tokens?: number } | null
  /** DeepSeek's name for cached tokens. */
  prompt_cache_hit_tokens?: number
}

/** `prompt_tokens` includes cached tokens, `completion_tokens` the reasoning. */
export function readCount(counted: Counted): Usage | undefined {
  const { prompt_tokens, prompt_cache_hit_tokens, prompt_tokens_details, completion_tokens_details } = counted
  return toUsage({
    inputTokens: {
      total: prompt_tokens,
      noCache: undefined,
      cacheRead: prompt_tokens_details?.cached_tokens ?? prompt_cache_hit_tokens,
      cacheWrite: undefined,
    },
    outputTokens: {
      total: writtenIn(counted),
      text: undefined,
      reasoning: completion_tokens_details?.reasoning_tokens,
    },
  })
}

// xAI does not include reasoning in the answer's tokens. Applied only when the total confirms it, because not
// every model does so.
function writtenIn({ prompt_tokens, completion_tokens, total_tokens, ...counted }: Counted) {
  const thought = counted.completion_tokens_details?.reasoning_tokens ?? 0
  const isBeside =
    prompt_tokens !== undefined &&
    completion_tokens !== undefined &&
    total_tokens === prompt_tokens + completion_tokens + thought
  return isBeside ? completion_tokens + thought : completion_tokens
}
