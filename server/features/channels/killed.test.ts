import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { messages } from '#server/features/messages/messages.table.ts'
import { channelEvents, channelParts } from './channels.table.ts'
import { DEAD_AFTER_MS, openChannels } from './testing/open-channels.ts'

/** The next process, as it starts once the runs of the dead one must have ended: it closes what the dead one has left, and goes on with its jobs. */
async function startNext(world: Awaited<ReturnType<typeof openChannels>>) {
  world.clock.ms += DEAD_AFTER_MS
  const next = world.openOther()
  await next.runs.recover({ atStart: true })
  await next.jobs.tick()
  return next
}

test('killed while the flow writes, the message is answered once by the next process', async () => {
  const world = await openChannels()
  const { connectTelegram, store, settle } = world
  const { id, say, sent } = await connectTelegram()
  await say('[[sandbox latency=1500]] What is 1 + 1?')
  await expect.poll(() => store.db.select().from(messages)).toHaveLength(1)

  await settle(id, await startNext(world))

  expect(await world.details(id)).toMatchObject({ counts: { sent: 1, failed: 0 } })
  expect(await sent()).toHaveLength(1)
  const stored = await store.db.select().from(messages)
  expect(stored.map(({ role }) => role)).toEqual(['userMessage', 'apiMessage'])
})

test('stopped while the flow writes, the next process answers', async () => {
  const world = await openChannels()
  const { connectTelegram, services, store, settle } = world
  const { id, say, sent } = await connectTelegram()
  await say('[[sandbox latency=1500]] What is 1 + 1?')
  await expect.poll(() => store.db.select().from(messages)).toHaveLength(1)

  await services.jobs.stopAll()
  await settle(id, await startNext(world))

  expect(await sent()).toHaveLength(1)

  expect((await store.db.select().from(messages)).map(({ role }) => role)).toEqual([
    'userMessage',
    'apiMessage',
  ])
})

test('killed again and again, a message is answered all the same, up to a limit, and then its sender gets an error', async () => {
  const world = await openChannels()
  const { connectTelegram, services, store, settle, details } = world
  const { id, say, sent } = await connectTelegram()
  await services.jobs.stopAll()
  await say('What is 1 + 1?')
  await say('What is 2 + 2?', { chatId: 8 })
  const tried = async (text: string, tries: number) =>
    store.transaction((tx) => tx.update(channelEvents).set({ tries }).where(eq(channelEvents.text, text)))
  await tried('What is 1 + 1?', 29)
  await tried('What is 2 + 2?', 30)

  await settle(id, await startNext(world))

  expect((await sent(7)).join()).toContain('2')
  expect(await sent(8)).toEqual(['This chatbot is not available right now.'])
  const { messages: shown } = await details(id)
  expect(shown.find(({ state }) => state === 'failed')?.error).toBe(
    'The server stopped repeatedly while it worked on this.',
  )
})

test('killed while an answer is sent, it is not sent again', async () => {
  const world = await openChannels()
  const { connectTelegram, store, details } = world
  const { id, say, order, sent } = await connectTelegram()
  await order({ kind: 'slow', seconds: 2 })
  await say('What is 1 + 1?')
  const stateOf = async () => (await store.db.select().from(channelParts))[0]?.state
  await expect.poll(stateOf).toBe('sending')

  const next = await startNext(world)
  await expect.poll(stateOf).toBe('unknown')
  await expect.poll(() => sent()).toHaveLength(1)
  await next.jobs.tick()

  expect(await sent()).toHaveLength(1)
  expect((await details(id)).counts.received).toBe(1)
})

test('stored by a process that dies before its job, a message is answered later', async () => {
  const world = await openChannels()
  const { connectTelegram, services, settle } = world
  const { id, say, sent } = await connectTelegram()
  await services.jobs.stopAll()
  await say('What is 1 + 1?')
  expect(await sent()).toEqual([])

  await settle(id, await startNext(world))

  expect(await sent()).toHaveLength(1)
})
