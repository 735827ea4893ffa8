import { expect, test } from 'vitest'
import { flows } from '#server/features/flows/flows.table.ts'
import { messages } from '#server/features/messages/messages.table.ts'
import { runs } from '#server/features/runs/runs.table.ts'
import { openChannels } from './testing/open-channels.ts'
import { refunds } from './testing/refunds.ts'

type World = Awaited<ReturnType<typeof openChannels>>

/** The flow that asks whether an order is refunded answers on this channel. */
async function serveRefunds({ createFlow, ada, serve }: World, id: string) {
  const flowId = await createFlow(ada, 'Refunds', { type: 'AGENTFLOW', flowData: JSON.stringify(refunds) })
  await serve(id, { flowId })
  return flowId
}

const setStarters = ({ store }: World, ...prompts: string[]) => {
  const starterPrompts = Object.fromEntries(prompts.map((prompt, place) => [place, { prompt }]))
  const chatbotConfig = JSON.stringify({ starterPrompts })
  return store.transaction((tx) => tx.update(flows).set({ chatbotConfig }))
}
const questionsOf = async ({ store }: World) =>
  (await store.db.select().from(messages))
    .filter(({ role }) => role === 'userMessage')
    .toSorted((a, b) => a.sequence - b.sequence)
    .map(({ content }) => content)

async function openTelegram() {
  const world = await openChannels()
  const telegram = await world.connectTelegram()
  const flowId = await serveRefunds(world, telegram.id)
  await telegram.say('order 7')
  await world.settle(telegram.id)
  return { world, ...telegram, refundsId: flowId }
}

test('a press on Telegram decides, once, and is acknowledged', async () => {
  const { world, id, press, configure, all, sent } = await openTelegram()
  const [question] = await all()
  expect(question?.buttons?.map(({ text }) => text)).toEqual(['Proceed', 'Reject'])

  const { updateId } = await press(1, { repeat: 5, isParallel: true })
  await world.settle(id)
  await configure({ press: { chatId: 7, messageId: 1, data: question?.buttons?.[1]?.data, updateId } })
  await world.settle(id)

  expect(await sent()).toEqual(['Refund order 7?', 'Kept.'])
  expect((await world.store.db.select().from(runs)).map(({ state }) => state)).toEqual(['finished'])
  await expect.poll(async () => (await configure({})).acknowledged).toContain(`press${updateId}`)
  await expect.poll(async () => (await all())[0]?.buttons).toBeUndefined()
})

test('a press on a question that was answered before gets a reply that says so', async () => {
  const { world, id, say, press, configure, all, sent } = await openTelegram()
  const [{ messageId, buttons = [] } = { messageId: 0 }] = await all()
  await say('1')
  await world.settle(id)
  await say('order 8')
  await world.settle(id)

  await configure({ press: { chatId: 7, messageId, data: buttons[0]?.data } })
  await configure({ press: { chatId: 7, messageId, data: 'forged:0' } })
  await world.settle(id)
  await press(0)
  await world.settle(id)

  const closed = 'This question is no longer open.'
  expect(await sent()).toEqual([
    'Refund order 7?',
    'Refunded.',
    'Refund order 8?',
    closed,
    closed,
    'Refunded.',
  ])
})

test('once an operator has taken over, a press is a message to them', async () => {
  const { world, id, press, sent, refundsId } = await openTelegram()
  const [{ chatId } = { chatId: '' }] = (await world.details(id)).chats
  await world.change('takeover.switchAi', { chatflowId: refundsId, chatId, disabled: true })

  await press(0)
  await world.settle(id)

  expect(await sent()).toEqual(['Refund order 7?'])
  expect((await questionsOf(world)).length).toBe(2)
  expect((await world.store.db.select().from(runs)).some(({ state }) => state === 'waiting')).toBe(true)
})

test('a bot that was connected before buttons existed is asked to report presses', async () => {
  const world = await openChannels()
  const { id, say, press, configure, sent } = await world.connectTelegram()
  await serveRefunds(world, id)
  await configure({ allowed: ['message'] })

  await say('order 7')
  await world.settle(id)
  await press(0)
  await world.settle(id)

  expect(await sent()).toEqual(['Refund order 7?', 'Refunded.'])
})

test('the first answer offers the starters, and a press asks one in full', async () => {
  const world = await openChannels()
  const { id, say, press, all } = await world.connectTelegram()
  const long = 'What is 20 + 22, and how would you explain the way to that to somebody who has never added?'
  await setStarters(world, 'What is 1 + 1?', long)

  await say('Hello')
  await world.settle(id)
  const [first] = await all()
  await press(1)
  await world.settle(id)

  const [, second] = await all()
  const titles = first?.buttons?.map(({ text }) => text) ?? []
  expect(titles[0]).toBe('1. What is 1 + 1?')
  expect(titles[1]).toHaveLength(64)
  expect(first?.text).toContain(`2. ${long}`)
  expect(second?.buttons).toBeUndefined()
  expect(await questionsOf(world)).toEqual(['Hello', long])
})

test('WhatsApp shows up to three short choices as buttons, and longer ones as a list', async () => {
  const world = await openChannels()
  const { id, say, sent } = await world.connectWhatsapp()
  const refundsId = await serveRefunds(world, id)

  await say(['order 7'])
  await world.settle(id)
  const [asked] = await sent()
  await say(['Reject'], { press: asked?.buttons?.[1]?.id ?? '' })
  await world.settle(id)
  await world.serve(id)
  await setStarters(world, 'What is 1 + 1?', 'What is the sum of 2 and 2?', 'Hours', 'Prices')
  await say(['Hello'], { from: '905550000002' })
  await world.settle(id)
  const shown = (await sent()).find(({ buttons }) => buttons?.some(({ isRow }) => isRow))
  await say(['…'], { from: '905550000002', press: shown?.buttons?.[1]?.id ?? '' })
  await world.settle(id)

  expect(refundsId).not.toBe(world.flowId)
  expect(asked?.buttons).toMatchObject([
    { title: 'Proceed', isRow: false },
    { title: 'Reject', isRow: false },
  ])
  expect((await sent())[1]).toMatchObject({ text: 'Kept.' })
  expect(shown?.buttons).toMatchObject([
    { title: '1. What is 1 + 1?', description: 'What is 1 + 1?' },
    { title: '2. What is the sum of 2…', description: 'What is the sum of 2 and 2?' },
    { title: '3. Hours' },
    { title: '4. Prices' },
  ])
  expect(await questionsOf(world)).toContain('What is the sum of 2 and 2?')
})

test.each(['messenger', 'instagram'] as const)('%s shows choices as quick replies', async (kind) => {
  const world = await openChannels()
  const { id, say, sent } = await world.connectMessenger(kind)
  await serveRefunds(world, id)

  await say('order 7')
  await world.settle(id)
  const [asked] = await sent()
  await say('Proceed', { press: asked?.buttons?.[0]?.payload ?? '' })
  await world.settle(id)

  expect(asked?.buttons?.map(({ title }) => title)).toEqual(['Proceed', 'Reject'])
  expect((await sent()).map(({ text }) => text)).toEqual(['Refund order 7?', 'Refunded.'])
})

test('Slack shows choices as blocks, numbered too, and a press in a thread is answered there', async () => {
  const world = await openChannels()
  const { id, say, sent, configure } = await world.connectSlack()
  await serveRefunds(world, id)

  await say('order 7', { channel: 'C1', mentions: true })
  await world.settle(id)
  const [asked] = await sent()
  const press = { ts: asked?.ts, value: asked?.buttons?.[1]?.value }
  const forged = await configure({ press: { ...press, isForged: true } })
  const old = await configure({ press: { ...press, age: 301, isForged: true } })
  await configure({ press: { ...press, repeat: 3 } })
  await world.settle(id)

  expect(asked?.text).toBe('Refund order 7?\n\n1. Proceed\n2. Reject')
  expect([forged.statuses, old.statuses]).toEqual([[401], [401]])
  const answers = (await sent()).slice(1)
  expect(answers.map(({ text }) => text)).toEqual(['Kept.'])
  expect(answers[0]?.thread_ts).toBe(asked?.thread_ts)
})

test('where nothing can be pressed, a decision is numbered in the text', async () => {
  const world = await openChannels()
  const { id, say, sent, received } = await world.connectEmail()
  await serveRefunds(world, id)
  await setStarters(world, 'What is 1 + 1?')

  await say({ text: 'order 7', subject: 'Refund' })
  await received(1)
  await world.settle(id)

  expect((await sent())[0]?.text).toMatch(/1\. Proceed\s+2\. Reject\s*$/)
})
