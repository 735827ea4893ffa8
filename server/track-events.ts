import { tracked } from '@trpc/server'
import { z } from 'zod'

/** The last event a watcher has received; the browser sends it when it reconnects. */
export const lastEventId = z.coerce.number<string | number>().min(0).nullish()

/** Events of a subscription, numbered for watchers that reconnect. */
export async function* trackEvents<Event>(events: AsyncIterable<{ sequence: number; event: Event }>) {
  for await (const { sequence, event } of events) {
    yield tracked(String(sequence), { sequence, event })
  }
}
