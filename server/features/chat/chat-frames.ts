import type { RunEvent } from '#shared/runs.ts'
import type { Reply } from './chat.service.ts'

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
  return event.type === 'thinking' ? frame('thinking', event.text) : ''
}

/** The last frames of an answer that is stored. */
export function closingFrames(reply: Reply): string {
  const { chatId, chatMessageId, question, sessionId, memoryType, sourceDocuments, usedTools } = reply
  const metadata = { chatId, chatMessageId, question, sessionId, ...(memoryType && { memoryType }) }
  return [
    ...(sourceDocuments ? [frame('sourceDocuments', sourceDocuments)] : []),
    ...(usedTools ? [frame('usedTools', usedTools)] : []),
    frame('metadata', metadata),
    frame('end', '[DONE]'),
  ].join('')
}

export function failureFrames(message: string): string {
  return frame('error', message) + frame('end', '[DONE]')
}
