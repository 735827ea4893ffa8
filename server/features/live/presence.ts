import { LRUCache } from 'lru-cache'
import type { LiveEvent } from '#server/ports/live.ts'
import type { ChatKey } from '#shared/conversations.ts'
import { PRESENCE_MS, type PresentPerson } from '#shared/live.ts'

const MAX_CHATS = 5_000
const MAX_PEOPLE = 20

/** Who reads or writes in a conversation, in memory only, for a few seconds each. */
export function createPresence(now: () => Date) {
  const chats = new LRUCache<string, Map<string, PresentPerson & { until: number }>>({
    maxSize: MAX_CHATS,
    sizeCalculation: () => 1,
  })

  function note({ by, id, name, isTyping, ...chat }: Extract<LiveEvent, { type: 'presence' }>) {
    const people = chats.get(keyOf(chat)) ?? new Map()
    if (people.size < MAX_PEOPLE || people.has(id)) {
      people.set(id, { by, id, name, isTyping, until: now().getTime() + PRESENCE_MS })
      chats.set(keyOf(chat), people)
    }
  }

  function of(chat: ChatKey): PresentPerson[] {
    const time = now().getTime()
    const people = chats.get(keyOf(chat))
    for (const [id, { until }] of people ?? []) {
      if (until <= time) {
        people?.delete(id)
      }
    }
    return [...(people?.values() ?? [])].map(({ until: _, ...person }) => person)
  }

  return { note, of }
}

const keyOf = ({ flowId, chatId }: ChatKey) => `${flowId}/${chatId}`
