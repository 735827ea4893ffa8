import type { ChatRequest } from './ports.ts'

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

export function textOf({ system = '', messages, tools = [] }: ChatRequest): string {
  const spoken = messages.map((message) =>
    message.role === 'assistant' && message.toolCalls
      ? message.content + JSON.stringify(message.toolCalls)
      : message.content,
  )
  return [system, ...spoken, tools.length > 0 ? JSON.stringify(tools) : ''].join('\n')
}

/** The most prompt tokens a request can cost. */
export function estimatePrompt(request: ChatRequest): number {
  return estimateTokens(textOf(request)) + perMessage * (request.messages.length + 1)
}
