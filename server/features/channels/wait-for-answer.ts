import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '#server/db/store.ts'
import { runIdsOf } from './answer-messages.ts'
import * as eventRows from './events.repository.ts'
import * as partRows from './parts.repository.ts'

const WAIT_MS = 30_000
const LOOK_MS = 200
/** Each looks into the database again and again. */
const MAX_WAITING = 200

/** Answers for senders that wait for them. Any process may write them. */
export function createAnswerWaits({ store }: { store: Store }) {
  let waiting = 0

  /** Undefined while the answer is being written after 30 seconds, or when too many others wait. */
  return async function waitForAnswer(channelId: string, eventKey: string, left: AbortSignal) {
    if (waiting >= MAX_WAITING) {
      return undefined
    }
    waiting += 1
    const signal = AbortSignal.any([left, AbortSignal.timeout(WAIT_MS)])
    try {
      while (!signal.aborted) {
        const event = await eventRows.findEventByKey(store.db, channelId, eventKey)
        if (event?.chatId && event.state !== 'pending') {
          return await partRows.listAnswerParts(
            store.db,
            { ...event, chatId: event.chatId },
            runIdsOf(event.id),
          )
        }
        await pause(LOOK_MS, undefined, { signal }).catch(() => undefined)
      }
      return undefined
    } finally {
      waiting -= 1
    }
  }
}
