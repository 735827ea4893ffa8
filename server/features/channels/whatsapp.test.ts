import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { runs } from '#server/features/runs/runs.table.ts'
import { openChannels } from './testing/open-channels.ts'

const lastNumber = ({ text }: { text: string }) => text.match(/\d+/g)?.at(-1)
const HOUR_MS = 3_600_000

test('Meta checks the address, a person writes, and the answer is delivered', async () => {
  const { connectWhatsapp, settle, details, read } = await openChannels()
  const { id, checked, say, sent } = await connectWhatsapp()

  await say(['Merhaba, atölye açık mı? 🙂'])
  await settle(id)

  expect(checked).toEqual({ status: 200, isValid: true })
  expect(await sent()).toMatchObject([{ to: '905550000001' }])
  await expect.poll(async () => (await details(id)).counts).toMatchObject({ received: 1, delivered: 1 })
  const { channel, windowHours, messages } = await details(id)
  expect(channel).toMatchObject({
    state: 'live',
    account: { name: 'Sandbox Shop', address: '+90 555 000 00 00' },
  })
  expect(channel.verifiedDate).not.toBeNull()
  expect(windowHours).toBe(24)
  expect(messages.find(({ direction }) => direction === 'in')?.text).toBe('Merhaba, atölye açık mı? 🙂')
  const [found] = (await read<{ items: object[] }>('inbox.list', {})).items
  expect(found).toMatchObject({ platform: 'whatsapp' })
})

test('a wrong verify token is rejected, and nothing is reflected', async () => {
  const { app, connectWhatsapp } = await openChannels()
  const { id, hook } = await connectWhatsapp()
  const ask = (query: string) => app.inject({ method: 'GET', url: `/api/v1/channels/${id}/events?${query}` })
  const token = `hub.verify_token=${hook.verifyToken}`

  const valid = await ask(`hub.mode=subscribe&${token}&hub.challenge=c1`)
  expect(valid).toMatchObject({ statusCode: 200, body: 'c1' })
  expect(valid.headers['content-type']).toContain('text/plain')
  for (const query of [
    'hub.mode=subscribe&hub.verify_token=x&hub.challenge=c1',
    `hub.mode=subscribe&${token}&${token}&hub.challenge=c1`,
    `hub.mode=subscribe&${token}&hub.challenge=%3Cscript%3E`,
    `${token}&hub.challenge=c1`,
  ]) {
    const rejected = await ask(query)
    expect(rejected.statusCode).toBe(403)
    expect(rejected.body).not.toContain('<script')
  }
})

test('the signature covers the bytes as they were sent', async () => {
  const { app, connectWhatsapp, details } = await openChannels()
  const { id, hook, say } = await connectWhatsapp()
  const post = (signed: string, payload: string) =>
    app.inject({
      ...{ method: 'POST', url: `/api/v1/channels/${id}/events`, payload },
      headers: {
        'content-type': 'application/json',
        'x-hub-signature-256': `sha256=${createHmac('sha256', hook.appSecret).update(signed).digest('hex')}`,
      },
    })
  const escaped = '{"object":"whatsapp_business_account","entry":[],"x":"\\u011f"}'

  expect((await post(escaped, escaped)).statusCode).toBe(200)
  expect((await post(escaped, JSON.stringify(JSON.parse(escaped)))).statusCode).toBe(401)
  expect((await post(escaped, `${escaped} `)).statusCode).toBe(401)
  expect((await say(['Hello'], { isForged: true })).statuses).toEqual([401])
  expect((await details(id)).messages).toEqual([])
})

test('messages that come out of order and twice are answered once, in the order they were written', async () => {
  const { connectWhatsapp, settle, store, clock } = await openChannels()
  const { id, say, sent } = await connectWhatsapp()
  const start = Math.floor(clock.ms / 1_000) - 10

  await Promise.all([
    say(['What is 3 + 3?'], { date: start + 3, id: 'wamid.3' }),
    say(['What is 1 + 1?'], { date: start + 1, id: 'wamid.1' }),
    say(['What is 2 + 2?'], { date: start + 2, id: 'wamid.2', repeat: 3 }),
  ])
  await settle(id)
  await say(['What is 1 + 1?'], { date: start + 1, id: 'wamid.1' })
  await settle(id)

  expect((await sent()).map(lastNumber)).toEqual(['2', '4', '6'])
  expect(await store.db.select().from(runs)).toHaveLength(3)
})

test('a message that comes an hour late is answered', async () => {
  const { connectWhatsapp, settle, clock } = await openChannels()
  const { id, say, sent } = await connectWhatsapp()
  await say(['What is 2 + 2?'])
  await settle(id)

  await say(['What is 1 + 1?'], { date: Math.floor((clock.ms - HOUR_MS) / 1_000) })
  await settle(id)

  expect((await sent()).map(lastNumber)).toEqual(['4', '2'])
})

test('a state never goes back, and a report may come before the answer to our request', async () => {
  const { connectWhatsapp, settle, details } = await openChannels()
  const { id, say, sent, configure } = await connectWhatsapp()
  await configure({ reports: false })
  await say(['Hello'])
  await settle(id)
  const [{ id: messageId } = { id: '' }] = await sent()
  const stateOf = async () => (await details(id)).messages.find(({ direction }) => direction === 'out')?.state

  await configure({ report: { id: messageId, status: 'read' } })
  expect(await stateOf()).toBe('read')
  await configure({ report: { id: messageId, status: 'sent' } })
  await configure({ report: { id: messageId, status: 'delivered', repeat: 3 } })
  await configure({ report: { id: messageId, status: 'failed', code: 131_026 } })

  expect(await stateOf()).toBe('read')
  expect((await details(id)).counts).toMatchObject({ read: 1, delivered: 1, failed: 0 })
})

test('after 24 hours only templates are accepted, so nothing is sent', async () => {
  const { connectWhatsapp, settle, details, change, clock } = await openChannels()
  const { id, say, sent } = await connectWhatsapp()
  await say(['Hello'])
  await settle(id)
  const [{ chatId, lastDate } = { chatId: '', lastDate: '' }] = (await details(id)).chats
  const write = async (text: string) => {
    await change('channels.sendTest', { id, chatId, text })
    await settle(id)
  }

  clock.ms = Date.parse(lastDate) + 24 * HOUR_MS - 60_000
  await write('One minute before')
  clock.ms = Date.parse(lastDate) + 24 * HOUR_MS + 60_000
  await write('One minute after')

  expect((await sent()).map(({ text }) => text).slice(1)).toEqual(['One minute before'])
  expect((await details(id)).messages[0]).toMatchObject({ state: 'failed', errorCode: 'window' })
})

test('people who hide their number are answered by their id', async () => {
  const { connectWhatsapp, settle, details } = await openChannels()
  const { id, say, sent } = await connectWhatsapp()

  await say(['Hello'], { isHidden: true, userId: 'TR.1', name: 'Elif' })
  await settle(id)
  await say(['And now?'], { from: '905551112233', userId: 'TR.1', name: 'Elif' })
  await settle(id)

  expect((await sent()).map(({ to }) => to)).toEqual(['TR.1', '905551112233'])
  expect((await details(id)).chats).toMatchObject([{ name: 'Elif' }])
})

test('what a person of the business writes on the phone turns AI off, and is not sent again', async () => {
  const { connectWhatsapp, settle, details, read, flowId } = await openChannels()
  const { id, say, sent } = await connectWhatsapp()
  await say(['Hello'])
  await settle(id)

  await say(['Deniz here, I take over.'], { isEcho: true, repeat: 2 })
  await settle(id)
  await say(['Thank you'])
  await settle(id)

  expect(await sent()).toHaveLength(1)
  const [{ chatId } = { chatId: '' }] = (await details(id)).chats
  const thread = await read<{ conversation: object; messages: { content: string }[] }>('inbox.thread', {
    ...{ flowId, chatId },
  })
  expect(thread.conversation).toMatchObject({ isAiOff: true, messageCount: 4 })
  expect(thread.messages.map(({ content }) => content)).toContain('Deniz here, I take over.')
})

test('the limit for one person is waited for', async () => {
  const { connectWhatsapp, settle } = await openChannels()
  const { id, say, order, sent } = await connectWhatsapp()
  await order({ kind: 'busy' })

  await say(['Hello'])
  await settle(id)

  expect(await sent()).toHaveLength(1)
}, 20_000)

test('numbers of one app share an address: each message reaches the channel of its number, and is answered once', async () => {
  const { connectWhatsapp, create, serve, control, settle, details } = await openChannels()
  const first = await connectWhatsapp()
  const accessToken = `${first.values.accessToken}-second`
  const phoneNumberId = `${first.values.phoneNumberId}2`
  const { id } = await create('whatsapp', { ...first.values, accessToken, phoneNumberId })
  const configure = (order: object) =>
    control<{ sent: { text: string }[] }>('whatsapp', { accessToken, ...order })
  await configure({ hook: { ...first.hook, phoneNumberId } })
  const stranger = await connectWhatsapp()

  // Shows that the platform calls this server, although it calls the address of the first number.
  await configure({ say: { texts: ['Hello'] } })
  const verified = (await details(id)).channel.verifiedDate
  await serve(id)
  await configure({ say: { texts: ['What is 2 + 2?'], repeat: 2 } })
  await settle(id)

  expect(verified).not.toBeNull()
  expect((await configure({})).sent.map(lastNumber)).toEqual(['4'])
  expect((await details(first.id)).messages).toEqual([])
  expect((await details(stranger.id)).messages).toEqual([])
})

test('another account of the owner gets nothing that its own app has not signed', async () => {
  const { app, connectWhatsapp, details } = await openChannels()
  const first = await connectWhatsapp()
  const other = await connectWhatsapp()
  const entry = {
    changes: [{ field: 'messages', value: { metadata: { phone_number_id: other.hook.phoneNumberId } } }],
  }
  const payload = JSON.stringify({ object: 'whatsapp_business_account', entry: [entry] })
  const signature = createHmac('sha256', first.hook.appSecret).update(payload).digest('hex')

  const { statusCode } = await app.inject({
    ...{ method: 'POST', url: `/api/v1/channels/${first.id}/events`, payload },
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
  })

  expect(statusCode).toBe(200)
  expect((await details(other.id)).messages).toEqual([])
})
