import { imageTokens, maxImageTokens } from './image-tokens.ts'
import type { ChatImage, ChatRequest } from './ports.ts'

/** What a picture costs where neither the provider nor a rule of its model tells. */
const defaultImage = 1_000

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

/** The most prompt tokens a request can cost when this model is asked. */
export function estimatePrompt(request: ChatRequest, model: string): number {
  return (
    estimateTokens(textOf(request)) +
    perMessage * (request.messages.length + 1) +
    sumOfImages(request, (image) => maxImageTokens(image, model))
  )
}

/** What was sent, as it is paid where the provider sends no count. */
export function countSent(request: ChatRequest, model: string): number {
  return (
    countReceived(textOf(request)) +
    sumOfImages(request, (image) => imageTokens(image, model) ?? defaultImage)
  )
}

function sumOfImages({ messages }: ChatRequest, count: (image: ChatImage) => number): number {
  return messages
    .flatMap((message) => (message.role === 'user' ? (message.images ?? []) : []))
    .reduce((sum, image) => sum + count(image), 0)
}
