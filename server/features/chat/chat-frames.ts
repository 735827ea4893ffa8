import type { RunEvent } from '#shared/runs.ts'
import type { Reply } from './questions.ts'

/** One frame of the stream, byte for byte as Flowise clients expect it (facts/rest-table.md R5.1). */
export function frame(event: string, data: unknown) {
  return `message:\ndata:${JSON.stringify({ event, data })}\n\n`
}

export const HEARTBEAT = ':heartbeat\n\n'

/** What an event of the run means to a chat client; most mean nothing. The first words also open the stream. */
export function framesOf(event: RunEvent, isFirst: boolean): string {
  if (event.type === 'token') {
    return (isFirst ? frame('start', event.text) : '') + frame('token', event.text)
  }
  // Told as the model asks; what became of it comes at the end as `usedTools`.
  if (event.type === 'tool_called') {
    return frame('calledTools', [{ tool: event.tool, toolInput: event.args }])
  }
  return event.type === 'thinking' ? frame('thinking', event.text) : ''
}

/** What an answer rests on, in the order in which it is told. */
const extras = ['sourceDocuments', 'usedTools', 'fileAnnotations', 'artifacts'] as const

/** What an answer that is stored rests on. */
export function extraFrames(reply: Reply): string {
  return extras
    .filter((name) => reply[name]?.length)
    .map((name) => frame(name, reply[name]))
    .join('')
}

/** The last frames of an answer that is stored. */
export function closingFrames(reply: Reply): string {
  const { chatId, chatMessageId, question, sessionId, memoryType, flowVariables, followUpPrompts } = reply
  const more = {
    ...(memoryType && { memoryType }),
    ...(followUpPrompts && { followUpPrompts: String(JSON.parse(followUpPrompts)) }),
    ...(flowVariables && { flowVariables }),
  }
  const metadata = { chatId, chatMessageId, question, sessionId, ...more }
  return frame('metadata', metadata) + frame('end', '[DONE]')
}

export function failureFrames(message: string): string {
  return frame('error', message) + frame('end', '[DONE]')
}
