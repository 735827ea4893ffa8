import { AppError, type ErrorCode } from '#shared/errors.ts'
import { type ChatReply, noUsage, type Usage } from '#shared/runs.ts'
import { countReceived, countSent, estimatePrompt } from './estimate.ts'
import type { ChatRequest } from './ports.ts'

/** A question as it went to its model. */
export type Sent = {
  request: ChatRequest
  model: string
  /** The most it may write; undefined when its author has set no limit. */
  output: number | undefined
}
/** What has come of an answer so far, with the provider's own count if it sent one. */
export type Received = { text: string; reasoning: string; usage: Usage | undefined }

/** An error that says no: nothing was made, nothing is billed. Silence until the clock ran out may have cost. */
const clearNo: ReadonlySet<ErrorCode> = new Set([
  'UPSTREAM_FAILED',
  'RATE_LIMITED',
  'FORBIDDEN',
  'INVALID_FLOW',
])

/** Why a reply is not whole. */
export function reasonOf(error: unknown, { text, reasoning, usage }: Received, signal: AbortSignal) {
  if (signal.aborted) {
    return 'aborted'
  }
  const isNo = error instanceof AppError && clearNo.has(error.code)
  return isNo && !usage && text + reasoning === '' ? 'refused' : 'cut'
}

/** What is paid for a reply that is not whole: the provider's own count if it sent one, else ours of what came. */
export function usageReceived(sent: Sent, { text, reasoning, usage }: Received): Usage {
  const output = countReceived(text + reasoning)
  const input = usage ? usage.input : countSent(sent.request, sent.model)
  return {
    ...(usage ?? noUsage),
    input,
    output: Math.max(output, usage?.output ?? 0),
    reasoning: usage?.reasoning ?? countReceived(reasoning),
  }
}

/** More than any model writes at a time without saying that it was thinking. */
const maxAnswer = 64_000

/**
 * A reply with usage we can charge. Providers and proxies leave usage out, send it as zero, or add up what was already
 * cumulative (payments-security.md §4.2): a count of nothing for something, and one a hundred times what came and beyond
 * any limit, are replaced by our own.
 */
export function believable(reply: ChatReply, { request, model, output: max = maxAnswer }: Sent): ChatReply {
  const { usage, text, reasoning = '', toolCalls = [] } = reply
  const written = text + reasoning + (toolCalls.length > 0 ? JSON.stringify(toolCalls) : '')
  const prompt = estimatePrompt(request, model)
  const ownOutput = countReceived(written)
  const input = usage.input + usage.cacheRead + usage.cacheWrite
  const absurd =
    usage.output - usage.reasoning > Math.max(max, 100 * (ownOutput + 10)) || input > 100 * (prompt + 100)
  const missing = input === 0 || (usage.output === 0 && ownOutput > 0)
  if (!reply.estimated && !absurd && !missing) {
    return reply
  }
  return {
    ...reply,
    estimated: true,
    usage: {
      ...noUsage,
      input: countSent(request, model),
      output: ownOutput,
      reasoning: countReceived(reasoning),
    },
  }
}
