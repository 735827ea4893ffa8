import type { ChatModel } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import { AppError } from '#shared/errors.ts'
import type { RuntimeMessage } from '#shared/runs.ts'

/** The text that a step without an answer of its own passes on. */
export function lastContent(messages: readonly RuntimeMessage[]): string {
  return messages.findLast(({ role, content }) => role !== 'tool' && content !== '')?.content ?? ''
}

/** `$flow.output` of older files is an object whose text is named `output` or `content`. */
export function outputOf(content: string, parts: { [key: string]: Json } = {}): { [key: string]: Json } {
  return { output: content, content, ...parts }
}

/** The plan gives every step the start's model, so it is missing only when the start has none. */
export function requireModel(model: ChatModel | undefined, label: string): ChatModel {
  if (!model) {
    throw new AppError('INVALID_FLOW', `${label}: Model is required.`)
  }
  return model
}
