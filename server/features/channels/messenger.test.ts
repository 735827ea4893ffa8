import { expect, test } from 'vitest'
import { runs } from '#server/features/runs/runs.table.ts'
import { openChannels } from './testing/open-channels.ts'

const HOUR_MS = 3_600_000
const lastNumber = ({ text }: { text: string }) => text.match(/\d+/g)?.at(-1)

test.each(['messenger', 'instagram'] as const)(
  'a message on %s is answered, and our echo starts nothing',
  async (kind) => {
    const { connectMessenger, settle, details, store } = await openChannels()
    const { id, checked, say, sent } = await connectMessenger(kind)

    await say('What is 1 + 1?')
    await settle(id)
    await expect.poll(async () => (await details(id)).counts).toMatchObject({ received: 1, delivered: 1 })

    expect(checked).toMatchObject({ isValid: true })
    expect(await sent()).toMatchObject([{ to: '700001', text: '1 + 1 = 2' }])
    expect(await store.db.select().from(runs)).toHaveLength(1)
    expect((await details(id)).channel).toMatchObject({
      state: 'live',
      account: { address: '@sandbox.shop' },
    })
  },
)

test('repeated and shuffled messages are answered once, in order; a forged one is rejected', async () => {
  const { connectMessenger, settle, clock } = await openChannels()
  const { id, say, sent } = await connectMessenger()
  const start = clock.ms - 10_000

  await Promise.all([
    say('What is 2 + 2?', { date: start + 2_000, id: 'm2', repeat: 3 }),
    say('What is 1 + 1?', { date: start + 1_000, id: 'm1' }),
  ])
  await settle(id)

  expect((await say('Hello', { isForged: true })).statuses).toEqual([401])
  expect((await sent()).map(lastNumber)).toEqual(['2', '4'])
})

test('a person who answers in the inbox of the page turns AI off; other apps are left alone', async () => {
  const { connectMessenger, settle, details, read, flowId } = await openChannels()
  const { id, say, sent } = await connectMessenger()
  await say('Hello', { from: '700009', isStandby: true })
  await say('Hello')
  await settle(id)

  await say('Deniz here.', { isEcho: true })
  await settle(id)
  await say('Thank you')
  await settle(id)

  expect(await sent()).toHaveLength(1)
  const { chats } = await details(id)
  expect(chats).toHaveLength(1)
  const thread = await read<{ conversation: object }>('inbox.thread', { flowId, chatId: chats[0]?.chatId })
  expect(thread.conversation).toMatchObject({ isAiOff: true, messageCount: 4 })
})

test('after 24 hours nothing is sent', async () => {
  const { connectMessenger, settle, details, change, clock } = await openChannels()
  const { id, say, sent } = await connectMessenger()
  await say('Hello')
  await settle(id)
  const [{ chatId, lastDate } = { chatId: '', lastDate: '' }] = (await details(id)).chats

  clock.ms = Date.parse(lastDate) + 24 * HOUR_MS + 60_000
  await change('channels.sendTest', { id, chatId, text: 'Too late' })
  await settle(id)

  expect(await sent()).toHaveLength(1)
  expect((await details(id)).messages[0]).toMatchObject({ state: 'failed', errorCode: 'window' })
})

test('a long answer is cut by characters on Messenger and by bytes on Instagram', async () => {
  const { connectMessenger, settle, details, change } = await openChannels()
  const text = 'Çiçekli şu büyük tabağı gördünüz mü? '.repeat(27).trim()
  for (const kind of ['messenger', 'instagram'] as const) {
    const { id, say, sent } = await connectMessenger(kind)
    await say('Hello')
    await settle(id)
    const [{ chatId } = { chatId: '' }] = (await details(id)).chats

    await change('channels.sendTest', { id, chatId, text })
    await settle(id)

    const after = (await sent()).slice(1)
    expect(after.length > 1).toBe(kind === 'instagram')
    expect(after.map((each) => each.text).join(' ')).toBe(text)
  }
})
