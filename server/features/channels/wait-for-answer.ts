import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '#server/db/store.ts'
import type { UploadsService } from '#server/features/uploads/uploads.service.ts'
import { type ChannelPorts, type FileLink, toFileLink } from '#server/ports/channels.ts'
import { runIdsOf } from './answer-messages.ts'
import type { EventRow } from './channels.table.ts'
import * as chatRows from './chats.repository.ts'
import * as eventRows from './events.repository.ts'
import { createPartFiles } from './part-files.ts'
import * as partRows from './parts.repository.ts'

const WAIT_MS = 30_000
const LOOK_MS = 200
/** Each looks into the database again and again. */
const MAX_WAITING = 200

type Deps = { store: Store; uploads: Pick<UploadsService, 'openStored' | 'linkTo'>; ports: ChannelPorts }
type AnswerPart = { messageId: string; text: string; attachments?: FileLink[] }

/** Answers for senders that wait for them. Any process may write them. */
export function createAnswerWaits({ store, uploads, ports }: Deps) {
  const files = createPartFiles({ uploads })
  let waiting = 0

  /** Undefined while the answer is being written after 30 seconds, or when too many others wait. */
  async function waitForAnswer(channelId: string, eventKey: string, left: AbortSignal) {
    if (waiting >= MAX_WAITING) {
      return undefined
    }
    waiting += 1
    const signal = AbortSignal.any([left, AbortSignal.timeout(WAIT_MS)])
    try {
      while (!signal.aborted) {
        const event = await eventRows.findEventByKey(store.db, channelId, eventKey)
        if (event?.chatId && event.state !== 'pending') {
          return await readAnswer({ ...event, chatId: event.chatId })
        }
        await pause(LOOK_MS, undefined, { signal }).catch(() => undefined)
      }
      return undefined
    } finally {
      waiting -= 1
    }
  }

  /** As it is sent: with the same texts, and with links to the same files. */
  async function readAnswer(event: EventRow & { chatId: string }): Promise<AnswerPart[]> {
    const found = await chatRows.findChat(store.db, event.chatId)
    if (!found) {
      return []
    }
    const { chat, channel } = found
    const place = { flowId: channel.flowId ?? '', chatId: chat.chatId }
    const parts = await partRows.listAnswerParts(store.db, event, runIdsOf(event.id))
    const read = parts.map(async ({ messageId, ...part }) => {
      const prepared = await files.prepare(place, part, ports[channel.kind])
      const attachments = prepared?.files.map(toFileLink) ?? []
      return prepared && { messageId, text: prepared.text, ...(attachments.length > 0 && { attachments }) }
    })
    return (await Promise.all(read)).filter((part) => part !== undefined)
  }

  return waitForAnswer
}
