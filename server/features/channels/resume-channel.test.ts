import { once } from 'node:events'
import { inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dialect } from '#server/db/dialect.ts'
import type { Store } from '#server/db/store.ts'
import { jobs } from '#server/features/jobs/jobs.table.ts'
import { runs } from '#server/features/runs/runs.table.ts'
import { channelChats, channelEvents } from './channels.table.ts'
import { DEAD_AFTER_MS, openChannels } from './testing/open-channels.ts'

type World = Awaited<ReturnType<typeof openChannels>>

const ROWS = 500
/** PGlite takes ten times as long. */
const chats = dialect === 'postgres' ? 150 : 1_500
/** Two batches may be counted together. */
const MAX_BETWEEN_COMMITS = 250

const sumOf = (text: string) => Number(text.match(/\d+/g)?.at(-1))
const numberOf = (chat: number, place: number) => chat * 10 + place + 1

/** A paused Telegram bot to which so many people have written, each some messages. */
async function openWaiting(chats: number, each: number) {
  const world = await openChannels()
  const channel = await world.connectTelegram()
  await channel.say('Hello')
  await world.settle(channel.id)
  await world.change('channels.pause', { id: channel.id })
  const { store, clock } = world
  const [chat] = await store.db.select().from(channelChats)
  const [event] = await store.db.select().from(channelEvents)
  if (!chat || !event) {
    throw new Error('Nobody has written.')
  }
  const keyOf = (index: number) => 90_000 + index
  const chatRows = Array.from({ length: chats }, (_, index) => {
    const key = String(keyOf(index))
    return { ...chat, chatId: `chat-${index}`, chatKey: key, address: { chatId: key }, name: key }
  })
  const eventRows = Array.from({ length: each }, (_, place) =>
    chatRows.map(({ chatId }, index) => {
      const text = `What is ${numberOf(index, place)} + 0?`
      const id = `event-${index}-${place}`
      const date = new Date(clock.ms + place)
      return {
        ...{ ...event, id, eventKey: id, messageId: id, chatId, text, state: 'pending' as const },
        ...{ jobId: null, tries: 0, sentDate: date, receivedDate: date },
      }
    }),
  ).flat()
  await store.transaction(async (tx) => {
    await tx.insert(channelChats).values(chatRows)
    for (let from = 0; from < eventRows.length; from += ROWS) {
      await tx.insert(channelEvents).values(eventRows.slice(from, from + ROWS))
    }
  })
  /** The figures of the answers that a conversation has got. */
  const answersTo = async (index: number) => (await channel.sent(keyOf(index))).map(sumOf)
  return { world, ...channel, answersTo }
}

const jobsOf = async ({ store }: World, kind: string) =>
  (await store.db.select().from(jobs)).filter((job) => job.kind === kind)

/** Unlike `settle`, which sees the newest messages alone. */
async function workUntilIdle({ work, store }: World) {
  const isIdle = async () => {
    await work()
    return (await store.db.$count(jobs, inArray(jobs.state, ['queued', 'running']))) === 0
  }
  await expect.poll(isIdle, { timeout: 30_000, interval: 40 }).toBe(true)
}

/** After each commit, `committed` is called. Rejects every transaction once it has returned true. */
function watch(store: Store, committed: () => Promise<boolean>): Store {
  let isDead = false
  return {
    ...store,
    async transaction(work, priority) {
      if (isDead) {
        throw new Error('This process is dead.')
      }
      const result = await store.transaction(work, priority)
      isDead ||= await committed()
      return result
    },
  }
}

test('thousands of messages that have waited are resumed in short transactions, each once', async () => {
  const { world, id } = await openWaiting(chats, 2)
  const before = (await jobsOf(world, 'channel answer')).length
  let [known, most] = [before, 0]
  const process = world.openOther(
    watch(world.store, async () => {
      const count = await world.store.db.$count(jobs)
      most = Math.max(most, count - known)
      known = count
      return false
    }),
  )

  // The answers themselves would take a minute.
  process.jobs.handle('channel answer', { isUrgent: true, run: ({ signal }) => once(signal, 'abort') })

  await process.channels.resume(world.ada.user.id, id)
  const begun = await jobsOf(world, 'channel answer')
  await process.jobs.tick()
  const stateOf = async () => (await jobsOf(world, 'channel resume'))[0]?.state
  await expect.poll(stateOf, { timeout: 20_000 }).toBe('completed')

  expect(begun).toHaveLength(before)
  expect(most).toBeLessThan(MAX_BETWEEN_COMMITS)
  const created = (await jobsOf(world, 'channel answer')).slice(before)
  expect(created).toHaveLength(2 * chats)
  const queues = Map.groupBy(created, ({ queueKey }) => queueKey)
  expect([...queues.values()].filter(({ length }) => length !== 2)).toEqual([])
}, 60_000)

test.runIf(dialect === 'sqlite')(
  'a process that dies between two batches is followed by one that resumes the rest, in the order of each conversation',
  async () => {
    const { world, id, answersTo } = await openWaiting(35, 3)
    const isMidway = async () => (await jobsOf(world, 'channel resume')).some(({ result }) => result !== null)
    const dying = world.openOther(watch(world.store, isMidway))

    await dying.channels.resume(world.ada.user.id, id)
    await dying.jobs.tick().catch(() => undefined)
    await expect.poll(isMidway).toBe(true)
    const resumed = (await jobsOf(world, 'channel answer')).filter(({ state }) => state !== 'completed')
    world.clock.ms += DEAD_AFTER_MS
    await world.services.runs.recover({ atStart: true })
    await workUntilIdle(world)

    expect(resumed).toHaveLength(100)
    expect(await answersTo(0)).toEqual([1, 2, 3])
    expect(await answersTo(34)).toEqual([341, 342, 343])
    expect(await world.store.db.select().from(runs)).toHaveLength(106)
    const events = await world.store.db.select().from(channelEvents)
    expect(events.filter(({ kind, state }) => kind === 'message' && state !== 'answered')).toEqual([])
  },
  60_000,
)

test.runIf(dialect === 'sqlite')(
  'a channel that is paused again in the middle goes on from there with the next resumption',
  async () => {
    const { world, id, answersTo } = await openWaiting(104, 1)
    const { change, store } = world
    let isPaused = false
    const process = world.openOther(
      watch(store, async () => {
        const [resumption] = await jobsOf(world, 'channel resume')
        if (resumption?.result && !isPaused) {
          isPaused = true
          await change('channels.pause', { id })
        }
        return false
      }),
    )

    await process.channels.resume(world.ada.user.id, id)
    await process.jobs.tick()
    await expect.poll(async () => (await jobsOf(world, 'channel resume'))[0]?.state).toBe('completed')
    const afterPause = await jobsOf(world, 'channel answer')
    await change('channels.resume', { id })
    await workUntilIdle(world)

    expect(afterPause).toHaveLength(101)
    expect(await answersTo(103)).toEqual([1_031])
    expect(await store.db.select().from(runs)).toHaveLength(105)
  },
  60_000,
)
