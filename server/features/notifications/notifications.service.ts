import type { Store, Writer } from '#server/db/store.ts'
import type { NewId } from '#server/ids.ts'
import type { NotificationKind, NotificationParams } from '#shared/notifications.ts'
import * as rows from './notifications.repository.ts'

const LISTED = 50
const CACHE_MS = 90 * 86_400_000

type Deps = { store: Store; newId: NewId; now: () => Date }

export type NewNotification = {
  userId: string
  kind: NotificationKind
  /** Repeats with the same kind, flow and cause are one notification with a count. */
  cause: string
  params?: NotificationParams
  flowId?: string | undefined
  link?: string | undefined
}

export function createNotificationsService({ store, newId, now }: Deps) {
  function notify(notification: NewNotification) {
    return store.transaction((tx) => notifyIn(tx, notification), 'deferred')
  }

  /** Runs in the caller's transaction, for changes that must not be stored without their notification. */
  async function notifyIn(tx: Writer, { cause, params = {}, flowId, link, ...named }: NewNotification) {
    const date = now()
    const place = { flowId: flowId ?? null, link: link ?? null }
    const topic = [named.kind, flowId ?? '', cause].join(' ')
    const times = { createdDate: date, updatedDate: date, readDate: null }
    await rows.insertOrCount(tx, { id: newId(), ...named, topic, params, ...place, count: 1, ...times })
  }

  async function list(userId: string) {
    const [found, unread] = await Promise.all([
      rows.listNotifications(store.db, userId, LISTED),
      rows.countUnread(store.db, userId),
    ])
    const items = found.map(({ notification: { userId: _, topic: __, ...item }, flowName }) => ({
      ...item,
      flowName,
    }))
    return { items, unread }
  }

  /** Without ids, marks all. Deletes those read long ago. */
  function markRead(userId: string, ids: string[] | undefined) {
    return store.transaction(async (tx) => {
      const date = now()
      await rows.deleteOlder(tx, userId, new Date(date.getTime() - CACHE_MS))
      return { affected: await rows.markRead(tx, userId, ids, date) }
    })
  }

  return { notify, notifyIn, list, markRead }
}

export type NotificationsService = ReturnType<typeof createNotificationsService>
