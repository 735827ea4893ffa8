import { expect, test } from 'vitest'
import { runs } from '#server/features/runs/runs.table.ts'
import { openChannels } from './testing/open-channels.ts'

test('Slack checks the address, a direct message is answered, and our own message starts nothing', async () => {
  const { connectSlack, settle, details, store } = await openChannels()
  const { id, checked, served, say, sent } = await connectSlack()

  await say('Hello')
  await settle(id)
  await new Promise((resolve) => setTimeout(resolve, 200))
  await settle(id)

  expect(checked).toEqual({ status: 200, isValid: true })
  expect(served).toMatchObject({ state: 'live', account: { name: 'sandbox', address: 'Sandbox' } })
  expect(await sent()).toMatchObject([{ channel: 'D1' }])
  expect(await store.db.select().from(runs)).toHaveLength(1)
  expect((await details(id)).counts).toMatchObject({ received: 1, sent: 1 })
})

test('a mention comes as two events, is answered once in its thread, and the thread goes on', async () => {
  const { connectSlack, settle, store } = await openChannels()
  const { id, say, sent } = await connectSlack()

  const { ts = '' } = await say('What is 1 + 1?', { channel: 'C1', mentions: true })
  await settle(id)
  await say('And nobody was asked here', { channel: 'C1' })
  await say('What is 2 + 2?', { channel: 'C1', threadTs: ts })
  await settle(id)

  const answers = await sent()
  expect(answers.map(({ thread_ts }) => thread_ts)).toEqual([ts, ts])
  const found = await store.db.select().from(runs)
  expect(found).toHaveLength(2)
  expect(new Set(found.map(({ chatId }) => chatId)).size).toBe(1)
})

test('messages out of order and repeated are answered once, in order', async () => {
  const { connectSlack, settle } = await openChannels()
  const { id, say, sent } = await connectSlack()

  await Promise.all([
    say('What is 2 + 2?', { ts: '1763800002.000100', repeat: 3 }),
    say('What is 1 + 1?', { ts: '1763800001.000100' }),
  ])
  await settle(id)

  expect((await sent()).map(({ text }) => text.match(/\d+/g)?.at(-1))).toEqual(['2', '4'])
})

test('forged and old requests are rejected, the challenge too', async () => {
  const { app, connectSlack, details } = await openChannels()
  const { id, say } = await connectSlack()

  expect((await say('Hello', { isForged: true })).statuses).toEqual([401])
  expect((await say('Hello', { age: 301, isForged: true })).statuses).toEqual([401])
  expect((await say('Hello', { age: 290 })).statuses).toEqual([200])
  const unsigned = await app.inject({
    ...{ method: 'POST', url: `/api/v1/channels/${id}/events` },
    payload: { type: 'url_verification', challenge: 'abc' },
  })
  expect(unsigned.statusCode).toBe(401)
  expect(unsigned.body).not.toContain('abc')
  expect((await details(id)).messages).toHaveLength(1)
})

test('edits are stored and start nothing; a removed app signs the channel out', async () => {
  const { connectSlack, settle, details, store } = await openChannels()
  const { id, say, configure } = await connectSlack()

  await say('Hello', { subtype: 'message_changed' })
  await configure({ event: { type: 'app_uninstalled' } })
  await settle(id)

  expect(await store.db.select().from(runs)).toEqual([])
  expect((await details(id)).channel.state).toBe('signed_out')
})

test('a rate limit is waited for, and an outage that takes no message is tried again', async () => {
  const { connectSlack, settle, details } = await openChannels()
  const { id, say, order, sent } = await connectSlack()
  await order({ kind: 'busy', seconds: 1 })

  await say('Hello')
  await settle(id)

  expect(await sent()).toHaveLength(1)
  expect((await details(id)).channel.state).toBe('live')
})
