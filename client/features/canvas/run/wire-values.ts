import type { RunEvent } from '#shared/runs.ts'

/** How much of a value a wire shows. */
const SHOWN = 200

/** The last thing each node gave to those behind it: a text, or how many of something. */
export type PassedValue = { text: string; count?: number | undefined; isError?: boolean | undefined }
export type Passed = ReadonlyMap<string, PassedValue>

/** The same after more events; the very same where none of them carries a value. */
export function passedAt(events: readonly RunEvent[], before: Passed): Passed {
  const added = events.flatMap((event) => {
    const value = valueIn(event)
    return value && 'nodeId' in event && event.nodeId ? [[event.nodeId, value] as const] : []
  })
  return added.length > 0 ? new Map([...before, ...added]) : before
}

function valueIn(event: RunEvent): PassedValue | undefined {
  switch (event.type) {
    case 'model_finished':
    case 'model_reused':
      return textual(event.reply.text || event.reply.toolCalls?.map(({ name }) => name).join(', '))
    case 'tool_finished':
      return { ...(textual(event.text) ?? { text: '' }), isError: event.isError || undefined }
    case 'handle_finished':
      return Array.isArray(event.output)
        ? { text: shorten(JSON.stringify(event.output)), count: event.output.length }
        : textual(event.output)
    case 'node_finished':
      return textual(event.output)
    default:
      return undefined
  }
}

function textual(value: unknown): PassedValue | undefined {
  if (value === undefined || value === null || value === '') {
    return undefined
  }
  return { text: shorten(typeof value === 'string' ? value : JSON.stringify(value)) }
}

function shorten(text: string) {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}
