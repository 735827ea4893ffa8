import { AsyncLocalStorage } from 'node:async_hooks'
import type { ChatReply, EventOf, RunEvent } from '#shared/runs.ts'
import type { RunLog } from './run-log.ts'

type Events = readonly RunEvent[]

/** Past events by call, without the number of the attempt. Most runs have no past. */
const indexes = new WeakMap<Events, ReadonlyMap<string, RunEvent[]>>()

function indexOf(past: Events): ReadonlyMap<string, RunEvent[]> {
  const known = indexes.get(past)
  if (known) {
    return known
  }
  const index = new Map<string, RunEvent[]>()
  for (const event of past) {
    if ('callId' in event) {
      const id = event.callId.replace(/~\d+$/, '')
      const events = index.get(id)
      if (events) {
        events.push(event)
      } else {
        index.set(id, [event])
      }
    }
  }
  indexes.set(past, index)
  return index
}

/** What earlier attempts of this call have recorded, in order. */
export function pastOf({ past }: Pick<RunLog, 'past'>, callId: string): Events {
  return past.length === 0 ? [] : (indexOf(past).get(callId) ?? [])
}

/** `call`, `call~2`, `call~3`: every attempt has a hold and a charge of its own. */
export function attemptId(callId: string, attempt: number): string {
  return attempt === 1 ? callId : `${callId}~${attempt}`
}

/** The number of attempts that were begun, whether they finished or not. */
export function attemptsIn(events: Events): number {
  return events.filter(({ type }) => type === 'model_called' || type === 'tool_called').length
}

export function replyIn(events: Events): ChatReply | undefined {
  return events.findLast((event): event is EventOf<'model_finished'> => event.type === 'model_finished')
    ?.reply
}

const toolCalls = new AsyncLocalStorage<string>()

/** Calls made by a tool are numbered within this tool call, so that tools running side by side cannot swap numbers. */
export function withinToolCall<Value>(callId: string, work: () => Promise<Value>): Promise<Value> {
  // All attempts of the tool call share the numbers, so that the next one finds what this one has recorded.
  return toolCalls.run(callId.replace(/~\d+$/, ''), work)
}

/** The tool call or effect whose work is running, without the number of its attempt. */
export function currentCallId(): string | undefined {
  return toolCalls.getStore()
}

/**
 * Gives the calls of one recorder their ids: `node:name:1`, `node:name:2`. With the scope of a step, they begin with the
 * key of the step: `llm_0#2:model:llm_0:1`.
 */
export function createCallIds(nodeId: string, scope: string | undefined): (name: string) => string {
  const counts = new Map<string, number>()
  return (name) => {
    const outer = scope === undefined ? undefined : toolCalls.getStore()
    const prefix = outer === undefined ? `${scope ?? nodeId}:${name}` : `${outer}>${nodeId}:${name}`
    const count = (counts.get(prefix) ?? 0) + 1
    counts.set(prefix, count)
    return `${prefix}:${count}`
  }
}
