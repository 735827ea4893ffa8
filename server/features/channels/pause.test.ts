import { expect, test } from 'vitest'
import { jobs } from '#server/features/jobs/jobs.table.ts'
import { runs } from '#server/features/runs/runs.table.ts'
import { openChannels } from './testing/open-channels.ts'

type World = Awaited<ReturnType<typeof openChannels>>

const lastNumber = ({ text }: { text: string }) => text.match(/\d+/g)?.at(-1)

/** Runs every job that is due, until none is left. */
async function workUntilIdle({ work, store }: World) {
  const isIdle = async () => {
    await work()
    const all = await store.db.select({ state: jobs.state }).from(jobs)
    return all.every(({ state }) => state !== 'queued' && state !== 'running')
  }
  await expect.poll(isIdle, { timeout: 10_000 }).toBe(true)
}

async function openPaused() {
  const world = await openChannels()
  const channel = await world.connectWhatsapp()
  await channel.say(['What is 1 + 1?'])
  await world.settle(channel.id)
  const paused = await world.change<{ pausedDate: string }>('channels.pause', { id: channel.id })
  return { world, ...channel, paused }
}

test('while a channel is paused, messages wait and nothing is sent; then each is answered once, in order', async () => {
  const { world, id, say, sent, paused } = await openPaused()
  const { change, details, settle, store } = world

  await say(['What is 2 + 2?'], { id: 'wamid.2' })
  await say(['What is 3 + 3?'], { id: 'wamid.3', repeat: 2 })
  await workUntilIdle(world)

  expect(paused.pausedDate).not.toBeNull()
  expect(await sent()).toHaveLength(1)
  expect((await details(id)).channel).toMatchObject({ state: 'live', waiting: 2 })
  expect(await store.db.select().from(runs)).toHaveLength(1)

  const resumed = await change<object>('channels.resume', { id })
  await settle(id)
  await say(['What is 4 + 4?'])
  await settle(id)

  expect(resumed).toMatchObject({ pausedDate: null })
  expect((await sent()).map(lastNumber)).toEqual(['2', '4', '6', '8'])
  expect(await store.db.select().from(runs)).toHaveLength(4)
})

test('an answer that is being written when the channel is paused waits, too', async () => {
  const world = await openChannels()
  const { id, say, sent } = await world.connectWhatsapp()
  await say(['What is 5 + 5? [[sandbox latency=400]]'])
  await world.work()
  await expect.poll(async () => (await world.store.db.select().from(runs)).length).toBe(1)

  await world.change('channels.pause', { id })
  await workUntilIdle(world)
  const whilePaused = await sent()
  const { counts } = await world.details(id)
  await world.change('channels.resume', { id })
  await world.settle(id)

  expect(whilePaused).toEqual([])
  expect(counts).toMatchObject({ queued: 1 })
  expect((await sent()).map(lastNumber)).toEqual(['10'])
})

test('messages of operators wait, and test messages are rejected', async () => {
  const { world, id, sent } = await openPaused()
  const { change, details, flowId } = world
  const [chat] = (await details(id)).chats
  const place = { flowId, chatId: chat?.chatId ?? '' }

  await change('takeover.switchAi', { ...place, isAiOff: true })
  await change('takeover.write', { chatflowId: flowId, chatId: place.chatId, content: 'I am Ada.' })
  const rejected = await change('channels.sendTest', { id, chatId: place.chatId, text: 'Hello' })
  await workUntilIdle(world)
  const whilePaused = await sent()
  await change('channels.resume', { id })
  await world.settle(id)

  expect(rejected).toMatchObject({ message: 'This channel is paused. Resume it first.' })
  expect(whilePaused).toHaveLength(1)
  expect((await sent()).at(-1)).toMatchObject({ text: 'I am Ada.' })
})

test('only its owner pauses a channel, and only one that a flow answers', async () => {
  const { world, id } = await openPaused()
  const { change, eve, create } = world
  const other = await create('webhook', { url: 'https://example.com/flowtill' })

  expect(await change('channels.resume', { id }, eve)).toMatchObject({
    message: 'This channel does not exist.',
  })
  expect(await change('channels.pause', { id: other.id })).toMatchObject({
    message: 'No flow answers for this channel yet.',
  })
})
