import { imageTokens, maxImageTokens } from './image-tokens.ts'
import type { ChatImage, ChatRequest } from './ports.ts'

/** Tokens of an image when neither the provider nor a rule for the model gives a count. */
const defaultImage = 1_000

/** A generous overhead per message for the framing of any provider. */
const perMessage = 8

/**
 * Token estimate that is never far too low: common tokenizers use 3 to 5 bytes of prose per token, and at worst
 * about 2.5 bytes of code or digits. Used for holds (where too much is harmless) and where a provider sends no
 * usage.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 2.5)
}

/**
 * Token count of received text at 4 bytes per token. Closer to the real count than `estimateTokens`, because users
 * pay it.
 */
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

/** Upper bound of the prompt tokens a request may cost with this model. */
export function estimatePrompt(request: ChatRequest, model: string): number {
  return (
    estimateTokens(textOf(request)) +
    perMessage * (request.messages.length + 1) +
    sumOfImages(request, (image) => maxImageTokens(image, model))
  )
}

/** Token count of a request, charged when the provider sends no count. */
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
