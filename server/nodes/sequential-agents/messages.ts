import type { ChatMessage } from '#server/engine/ports.ts'
import type { StepScope } from '#server/engine/program/step.ts'
import type { RuntimeMessage } from '#shared/runs.ts'

/** Messages of the session, then of this run. */
export async function stateMessages(step: StepScope): Promise<RuntimeMessage[]> {
  const history = await step.history()
  const earlier = history.flatMap(({ role, content }): RuntimeMessage[] =>
    role === 'user' || role === 'assistant' ? [{ role, content }] : [],
  )
  return [...earlier, ...step.messages]
}

/**
 * Messages as providers accept them: a result follows its call, a call has a result, and the last message is not the
 * assistant's, which some would continue instead of answering.
 */
export function toChatMessages(messages: readonly RuntimeMessage[]): ChatMessage[] {
  const answered = new Set(messages.flatMap(({ toolCallId }) => toolCallId ?? []))
  const requested = new Map(
    messages.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id, name }) => [id, name] as const)),
  )
  const sent = messages.flatMap(({ role, content, toolCalls = [], toolCallId = '' }): ChatMessage[] => {
    if (role === 'tool') {
      const toolName = requested.get(toolCallId)
      return toolName === undefined ? [] : [{ role, content, toolCallId, toolName }]
    }
    const calls = toolCalls.filter(({ id }) => answered.has(id))
    const isEmpty = role === 'assistant' && content === '' && calls.length === 0
    if (isEmpty) {
      return []
    }
    return [role === 'user' || calls.length === 0 ? { role, content } : { role, content, toolCalls: calls }]
  })
  const last = sent.at(-1)
  return last?.role === 'assistant' ? [...sent.slice(0, -1), { role: 'user', content: last.content }] : sent
}

export type HistorySelection = 'user_question' | 'last_message' | 'all_messages' | 'empty'

export function selectMessages(
  messages: readonly RuntimeMessage[],
  selection: HistorySelection | undefined,
  question: string,
): RuntimeMessage[] {
  switch (selection) {
    case 'user_question':
      return [{ role: 'user', content: question }]
    case 'last_message':
      return messages.slice(-1)
    case 'empty':
      return []
    default:
      return [...messages]
  }
}
