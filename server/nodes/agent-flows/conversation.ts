import type { ChatModel } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import type { ChatMessage } from '#server/engine/ports.ts'
import type { StepScope } from '#server/engine/program/step.ts'
import type { RuntimeMessage } from '#shared/runs.ts'
import { rowsOf } from './step-inputs.ts'

type MemoryChoice = {
  isOn: boolean | undefined
  type: string | undefined
  windowSize: number | undefined
  maxTokens: number | undefined
}

type Conversation = {
  step: StepScope
  /** Rows of the node's messages field. */
  rows: Json[] | undefined
  memory: MemoryChoice
  /** The node's own input message. */
  userMessage: string | undefined
  question: string
  model: ChatModel
}

/** A rough number, as Flowise counts where it cannot ask the tokenizer of the model. */
const charactersPerToken = 4

/**
 * The messages of a step's request: the node's own, then the conversation as its memory remembers it, then its input
 * message. Without memory and without messages of a user, the question itself is asked.
 */
export async function buildConversation(conversation: Conversation): Promise<{
  system: string | undefined
  messages: ChatMessage[]
}> {
  const { step, rows, memory, userMessage, question } = conversation
  const own = rowsOf(rows)
  const isSystem = ({ role }: Record<string, Json>) => role === 'system' || role === 'developer'
  const system = own
    .filter(isSystem)
    .map(({ content }) => String(content ?? ''))
    .join('\n\n')
  const written = own
    .filter((row) => !isSystem(row) && row.content)
    .map(({ role, content }) => toMessage(role === 'assistant' ? 'assistant' : 'user', String(content)))
  const remembered = memory.isOn
    ? await remember([...(await step.history()), ...step.messages], conversation)
    : []
  const last = userMessage ? [toMessage('user', userMessage)] : []
  const messages = [...written, ...remembered, ...last]
  const hasQuestion = messages.some(({ role }) => role === 'user')
  return {
    system: system || undefined,
    messages: hasQuestion ? messages : [...messages, toMessage('user', question)],
  }
}

async function remember(
  past: readonly (ChatMessage | RuntimeMessage)[],
  { memory: { type, windowSize = 20, maxTokens = 2_000 }, model }: Conversation,
): Promise<ChatMessage[]> {
  const messages = past.flatMap(({ role, content }) =>
    role === 'user' || role === 'assistant' ? [toMessage(role, content)] : [],
  )
  if (type === 'windowSize') {
    return messages.slice(-Math.max(1, Math.trunc(windowSize)))
  }
  if (type === 'conversationSummary') {
    return summarize(messages.slice(0, -1), messages.slice(-1), model)
  }
  if (type === 'conversationSummaryBuffer') {
    const recent = newest(messages, maxTokens)
    return summarize(messages.slice(0, messages.length - recent.length), recent, model)
  }
  return messages
}

/** At least the newest message, and as many before it as fit. */
function newest(messages: readonly ChatMessage[], maxTokens: number): ChatMessage[] {
  let tokens = 0
  const first = messages.findLastIndex(({ content }) => {
    tokens += Math.ceil(content.length / charactersPerToken)
    return tokens > maxTokens
  })
  return messages.slice(Math.min(first + 1, messages.length - 1))
}

async function summarize(
  old: readonly ChatMessage[],
  recent: readonly ChatMessage[],
  model: ChatModel,
): Promise<ChatMessage[]> {
  if (old.length === 0) {
    return [...recent]
  }
  const text = old.map(({ role, content }) => `${role}: ${content}`).join('\n')
  const request = {
    system: 'Summarize the conversation in a few sentences. Keep names, numbers and decisions.',
    messages: [toMessage('user', text)],
  }
  const pieces = model.stream(request)
  let piece = await pieces.next()
  while (!piece.done) {
    piece = await pieces.next()
  }
  return [toMessage('user', `Summary of the conversation so far: ${piece.value.text}`), ...recent]
}

function toMessage(role: 'user' | 'assistant', content: string): ChatMessage {
  return { role, content }
}

/** What a model step adds to the messages of the run. */
export function messagesOf(
  userMessage: string | undefined,
  returnAs: string | undefined,
  content: string,
): RuntimeMessage[] {
  return [
    ...(userMessage ? [{ role: 'user' as const, content: userMessage }] : []),
    { role: returnAs === 'assistantMessage' ? ('assistant' as const) : ('user' as const), content },
  ]
}
