import type { RunEvent } from '#shared/runs.ts'
import type { Reply } from './questions.ts'

/** One SSE frame, byte for byte as Flowise clients expect it. */
export function frame(event: string, data: unknown) {
  return `message:\ndata:${JSON.stringify({ event, data })}\n\n`
}

/** Sent while nothing else is, so that proxies keep the connection open. */
export const HEARTBEAT_MS = 30_000
export const HEARTBEAT = ':heartbeat\n\n'

/** Frames of a run event for chat clients; most events have none. The first token also opens the stream. */
export function framesOf(event: RunEvent, isFirst: boolean): string {
  if (event.type === 'token') {
    return (isFirst ? frame('start', event.text) : '') + frame('token', event.text)
  }
  // Sent when the model calls the tool; the result follows at the end in `usedTools`.
  if (event.type === 'tool_called') {
    return frame('calledTools', [{ tool: event.tool, toolInput: event.args }])
  }
  return event.type === 'thinking' ? frame('thinking', event.text) : ''
}

/** Frames of a chat flow's events, one call per event. */
export function createChatFrames(): (event: RunEvent) => string {
  let isFirst = true
  return (event) => {
    const text = framesOf(event, isFirst)
    isFirst &&= event.type !== 'token'
    return text
  }
}

const extras = ['sourceDocuments', 'usedTools', 'fileAnnotations', 'artifacts'] as const
/** Agent flows of the older kinds send the tools first. */
const reasoningExtras = ['usedTools', 'sourceDocuments', 'artifacts'] as const

export function extraFrames(reply: Reply): string {
  return (reply.agentReasoning ? reasoningExtras : extras)
    .filter((name) => reply[name]?.length)
    .map((name) => frame(name, reply[name]))
    .join('')
}

export function closingFrames(reply: Reply): string {
  const { chatId, chatMessageId, question, sessionId, memoryType, flowVariables, followUpPrompts } = reply
  const { executionId, action, aiDisabled } = reply
  const more = {
    ...(memoryType && { memoryType }),
    ...(followUpPrompts && { followUpPrompts: String(JSON.parse(followUpPrompts)) }),
    ...(flowVariables && { flowVariables }),
    ...(executionId && { executionId }),
    ...(action !== undefined && { action }),
    ...(aiDisabled && { aiDisabled }),
  }
  const metadata = { chatId, chatMessageId, question, sessionId, ...more }
  return frame('metadata', metadata) + frame('end', '[DONE]')
}

export function failureFrames(message: string): string {
  return frame('error', message) + frame('end', '[DONE]')
}
