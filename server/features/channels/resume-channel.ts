import type { Store, Writer } from '#server/db/store.ts'
import type { JobsService, RunningJob } from '#server/features/jobs/jobs.service.ts'
import * as rows from './channels.repository.ts'
import type { ChannelRow } from './channels.table.ts'
import type { Deliveries } from './deliver-parts.ts'
import * as eventRows from './events.repository.ts'
import * as partRows from './parts.repository.ts'
import type { Receiver } from './receive-events.ts'

type Deps = {
  store: Store
  jobs: Pick<JobsService, 'enqueue' | 'wake' | 'handle'>
  received: Pick<Receiver, 'enqueue'>
  deliveries: Pick<Deliveries, 'enqueue'>
}

/** What has been resumed: messages that came in, then messages to be sent. Stored as the result of the job. */
type Cursor =
  | { list: 'received'; after?: { receivedDate: string; id: string } }
  | { list: 'sent'; after?: string }

const RESUME_KIND = 'channel resume'
/** Jobs that one transaction creates: other writers wait for it. */
const BATCH = 100

/** Creates the jobs of messages that have waited, in batches. A process that takes over goes on after the last batch. */
export function createResumption({ store, jobs, received, deliveries }: Deps) {
  jobs.handle(RESUME_KIND, { isUrgent: true, run: (job) => resume(job) })

  /** In the transaction that ends the pause, or that stores a new token: then only messages to be sent have waited. */
  async function start(tx: Writer, { id, userId }: ChannelRow, from: Cursor['list']) {
    const input: Cursor = { list: from }
    await jobs.enqueue(tx, {
      ...{ kind: RESUME_KIND, userId, subjectId: id, queueKey: `resume:${id}`, input },
    })
  }

  async function resume(job: RunningJob) {
    let cursor: Cursor | undefined = (job.row.result ?? job.row.input) as Cursor
    while (cursor) {
      job.signal.throwIfAborted()
      const from: Cursor = cursor
      cursor = await store.transaction((tx) => resumeBatch(tx, job, from))
      jobs.wake()
    }
    return null
  }

  /** Undefined when nothing is left, or when the channel was paused again: its next resumption begins from the start. */
  async function resumeBatch(tx: Writer, job: RunningJob, cursor: Cursor): Promise<Cursor | undefined> {
    const channel = await rows.findChannel(tx, job.row.subjectId)
    if (!channel || channel.pausedDate !== null) {
      return undefined
    }
    const next = await (cursor.list === 'received'
      ? resumeReceived(tx, channel, cursor)
      : resumeSent(tx, channel, cursor))
    await (next && job.storeResult(tx, next))
    return next
  }

  async function resumeReceived(
    tx: Writer,
    channel: ChannelRow,
    { after }: Extract<Cursor, { list: 'received' }>,
  ): Promise<Cursor> {
    const place = after && { receivedDate: new Date(after.receivedDate), id: after.id }
    const batch = await eventRows.listWaiting(tx, channel.id, { after: place, limit: BATCH })
    for (const { chatId } of batch) {
      await (chatId !== null && received.enqueue(tx, channel, chatId))
    }
    const last = batch.at(-1)
    return last
      ? { list: 'received', after: { receivedDate: last.receivedDate.toISOString(), id: last.id } }
      : { list: 'sent' }
  }

  async function resumeSent(
    tx: Writer,
    channel: ChannelRow,
    { after }: Extract<Cursor, { list: 'sent' }>,
  ): Promise<Cursor | undefined> {
    const batch = await partRows.listOpenChats(tx, channel.id, { after, limit: BATCH })
    for (const { chatId } of batch) {
      await deliveries.enqueue(tx, channel, chatId)
    }
    const last = batch.at(-1)
    return last && { list: 'sent', after: last.chatId }
  }

  return { start }
}

export type Resumption = ReturnType<typeof createResumption>
