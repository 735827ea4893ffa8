import { AppError, type ErrorCode } from '#shared/errors.ts'
import { type ChatReply, noUsage, type Usage } from '#shared/runs.ts'
import { countReceived, countSent, estimatePrompt } from './estimate.ts'
import type { ChatRequest } from './ports.ts'

export type Sent = {
  request: ChatRequest
  model: string
  /** Maximum output tokens; undefined when the author has set no limit. */
  output: number | undefined
}
export type Received = { text: string; reasoning: string; usage: Usage | undefined }

/** Explicit rejections: nothing was generated or billed. A timeout may have cost something. */
const clearNo: ReadonlySet<ErrorCode> = new Set([
  'UPSTREAM_FAILED',
  'RATE_LIMITED',
  'FORBIDDEN',
  'INVALID_FLOW',
])

export function reasonOf(error: unknown, { text, reasoning, usage }: Received, signal: AbortSignal) {
  if (signal.aborted) {
    return 'aborted'
  }
  const isNo = error instanceof AppError && clearNo.has(error.code)
  return isNo && !usage && text + reasoning === '' ? 'refused' : 'cut'
}

/**
 * Usage charged for an incomplete reply: the provider's count if there is one, else our count of the received
 * part.
 */
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

/** Above the maximum output of any model that does not report thinking. */
const maxAnswer = 64_000

/**
 * Returns the reply with plausible usage. Providers and proxies may omit usage, send zero or sum cumulative
 * counts: a zero for a non-empty reply, and a count a hundred times the received text and beyond any limit, are
 * replaced by our own count.
 */
export function believable(reply: ChatReply, { request, model, output: max = maxAnswer }: Sent): ChatReply {
  const { usage, text, reasoning = '', toolCalls = [] } = reply
  const output = text + reasoning + (toolCalls.length > 0 ? JSON.stringify(toolCalls) : '')
  const prompt = estimatePrompt(request, model)
  const ownOutput = countReceived(output)
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
