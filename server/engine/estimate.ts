import type { ChatRequest } from './ports.ts'

/**
 * What a picture may cost: from 258 tokens (a tile of Gemini's) to some 5,000. `gpt-4o-mini` bills up to 48,000 for one;
 * what its hold does not cover is our loss, and a few thousandths of a dollar.
 */
const perImage = 6_000
/** What a picture costs as a rule, where the provider does not tell. */
const usualImage = 1_000

/** Overhead of a message in every provider's framing, generously. */
const perMessage = 8

/**
 * Tokens of a text, never far below the truth: the tokenizers in use make 3 to 5 bytes of prose, and at worst about 2.5
 * bytes of code or digits, into one token. Used for holds (where too much is harmless) and where a provider sends no usage.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 2.5)
}

/** The same for what was really received: nearer to the truth, as it is what the user pays. 4 bytes of prose are a token. */
export function countReceived(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4)
}

export function textOf({ system = '', messages, tools = [], schema }: ChatRequest): string {
  const spoken = messages.map((message) =>
    message.role === 'assistant' && message.toolCalls
      ? message.content + JSON.stringify(message.toolCalls)
      : message.content,
  )
  const described = [tools.length > 0 ? tools : undefined, schema?.schema].flatMap((each) =>
    each === undefined ? '' : JSON.stringify(each),
  )
  return [system, ...spoken, ...described].join('\n')
}

/** The most prompt tokens a request can cost. */
export function estimatePrompt(request: ChatRequest): number {
  return (
    estimateTokens(textOf(request)) +
    perMessage * (request.messages.length + 1) +
    perImage * countImages(request)
  )
}

/** What was sent, as it is paid where the provider sends no count. */
export function countSent(request: ChatRequest): number {
  return countReceived(textOf(request)) + usualImage * countImages(request)
}

function countImages({ messages }: ChatRequest): number {
  return messages.reduce(
    (sum, message) => sum + (message.role === 'user' ? (message.images?.length ?? 0) : 0),
    0,
  )
}
