import type { Writer } from '#server/db/store.ts'
import type { NotificationsService } from '#server/features/notifications/notifications.service.ts'
import * as rows from './channels.repository.ts'

type Deps = { now: () => Date; notify: NotificationsService['notifyIn'] }

/** The state of a channel as its last call to the platform has left it. */
export function createHealth({ now, notify }: Deps) {
  /** Nothing is received or sent until the owner has replaced the token. The owner is notified once. */
  async function signOut(tx: Writer, id: string, error: string) {
    const row = await rows.signOutChannel(tx, id, { error, errorDate: now() })
    if (row) {
      await notify(tx, {
        ...{ userId: row.userId, flowId: row.flowId ?? undefined, kind: 'channel_signed_out', cause: id },
        params: { account: row.accountAddress || row.accountName, error },
        link: `/app/integrations/${id}`,
      })
    }
  }

  async function fail(tx: Writer, id: string, error: string) {
    await rows.updateChannel(tx, id, { state: 'failing', error, errorDate: now() })
  }

  async function recover(tx: Writer, id: string) {
    await rows.updateChannel(tx, id, { state: 'live', error: null, errorDate: null })
  }

  return { signOut, fail, recover }
}
export type Health = ReturnType<typeof createHealth>
