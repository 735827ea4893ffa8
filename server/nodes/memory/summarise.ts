import { LRUCache } from 'lru-cache'
import { callModel } from '#server/engine/call-model.ts'
import type { ChatModel } from '#server/engine/handles.ts'
import type { ChatMessage } from '#server/engine/ports.ts'

type Known = { count: number; last: string; summary: string }

const summaries = new LRUCache<string, Known>({ max: 2_000 })

/**
 * Earlier summaries are cached, so that the model reads each message once. After a restart the whole conversation
 * is read again. `key` identifies the conversation.
 */
export async function summarise(
  key: string,
  messages: readonly ChatMessage[],
  model: ChatModel,
): Promise<string> {
  const known = stillTrue(summaries.get(key), messages)
  const fresh = messages.slice(known?.count ?? 0)
  if (fresh.length === 0) {
    return known?.summary ?? ''
  }
  const { text } = await callModel(model, toRequest(known?.summary, fresh))
  const summary = text.trim()
  summaries.set(key, { count: messages.length, last: messages.at(-1)?.content ?? '', summary })
  return summary
}

/** A summary is stale after the conversation was cleared or an answer deleted. */
function stillTrue(known: Known | undefined, messages: readonly ChatMessage[]): Known | undefined {
  return known && messages[known.count - 1]?.content === known.last ? known : undefined
}

function toRequest(summary: string | undefined, messages: readonly ChatMessage[]) {
  const system = [
    'You keep the summary of a conversation. Add what the new lines say to it.',
    'Keep names, numbers, wishes and decisions; leave out pleasantries. Write in the language of the conversation.',
    'Answer with the new summary alone.',
  ].join('\n')
  const spoken = messages.map(({ role, content }) => `${role}: ${content}`).join('\n')
  const content = `Summary so far:\n${summary || '(nothing yet)'}\n\nNew lines:\n${spoken}`
  return { system, messages: [{ role: 'user' as const, content }] }
}

export function toSummaryMessage(summary: string): ChatMessage {
  return { role: 'system', content: `What was said before, in short:\n${summary}` }
}
