import type { EventOf, RunEvent } from '#shared/runs.ts'

/** The calls, by their ids, that ask a model once more what it had refused for the moment. */
export function retriesIn(events: readonly RunEvent[]): ReadonlySet<string> {
  const asked = new Map<string, EventOf<'model_called'>>()
  const refused = new Set<string>()
  const retries = new Set<string>()
  for (const event of events) {
    const call = 'callId' in event ? asked.get(event.callId) : undefined
    if (event.type === 'model_called') {
      asked.set(event.callId, event)
      if (refused.delete(questionOf(event))) {
        retries.add(event.callId)
      }
    } else if (call && event.type === 'model_stopped' && event.reason === 'refused') {
      refused.add(questionOf(call))
    }
  }
  return retries
}

/** The calls of one asker are numbered at the end of their ids; the key tells its questions apart. */
function questionOf({ callId, requestKey = '' }: EventOf<'model_called'>) {
  return `${callId.replace(/\d+$/, '')} ${requestKey}`
}
