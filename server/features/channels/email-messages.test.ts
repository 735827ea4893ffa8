import { expect, test } from 'vitest'
import { channelEvents } from './channels.table.ts'
import { openChannels } from './testing/open-channels.ts'

// Which messages are answered, and how: apart from email.test.ts, because PostgreSQL adds nothing here.

test.each([
  ['an automatic reply', { headers: ['Auto-Submitted: auto-replied'] }],
  ['bulk mail', { headers: ['Precedence: bulk'] }],
  ['a mailing list', { headers: ['List-Id: <news.example.com>'] }],
  ['a newsletter', { headers: ['List-Unsubscribe: <https://example.com/u>'] }],
  ['a message without a return path', { headers: ['Return-Path: <>'] }],
  ['a sender that nobody reads', { from: 'no-reply@customer.example' }],
  ['a mail server', { from: 'MAILER-DAEMON@customer.example' }],
  ['an alias of its own', { from: 'Help+x@mail.sandbox' }],
  ['a message that was sent from here', { messageId: '<flowtill.1@mail.sandbox>' }],
  ['an invalid address', { from: 'deniz' }],
])('%s is not answered', async (_, said) => {
  const { connectEmail, store, services } = await openChannels()
  const { say, sent, received } = await connectEmail({ aliases: 'help@mail.sandbox, sales@mail.sandbox' })

  await say({ text: 'Hello', ...said })
  await received(1)
  await services.jobs.tick()

  const [event] = await store.db.select().from(channelEvents)
  expect(event).toMatchObject({ kind: 'other', chatId: null })
  expect(await sent()).toEqual([])
})

test('a message that says it is not automatic is answered', async () => {
  const { connectEmail, settle } = await openChannels()
  const { id, say, sent, received } = await connectEmail()

  await say({ text: 'Hello', headers: ['Auto-Submitted: no', 'Precedence: first-class'] })
  await received(1)
  await settle(id)

  expect(await sent()).toHaveLength(1)
})

test('line breaks in a subject or a name add no header', async () => {
  const { connectEmail, settle } = await openChannels()
  const { id, say, sent, received } = await connectEmail()

  await say({
    ...{ subject: 'Hi\r\nBcc: thief@example.com', name: 'Deniz\r\nBcc: thief@example.com', text: 'Hello ş' },
    messageId: '<a\u0001b@customer.example>',
  })
  await received(1)
  await settle(id)

  const [answer] = await sent()
  expect(answer?.subject).toBe('Re: Hi Bcc: thief@example.com')
  expect(answer?.headers.filter((line) => /^bcc/i.test(line))).toEqual([])
})

test('a stranger who knows the id of a message does not read its thread', async () => {
  const { connectEmail, settle, details } = await openChannels()
  const { id, say, sent, received } = await connectEmail()
  const [first = ''] = await say({ text: 'What is 1 + 1?' })
  await received(1)
  await settle(id)
  const [answer] = await sent()

  await say({
    ...{ from: 'eve@customer.example', text: 'And now?' },
    ...{ inReplyTo: answer?.messageId ?? '', references: `${first} ${answer?.messageId}` },
  })
  await received(2)
  await settle(id)

  expect((await details(id)).chats).toHaveLength(2)
  expect((await sent()).map(({ to }) => to)).toEqual(['deniz@customer.example', 'eve@customer.example'])
})

async function withEmail() {
  const world = await openChannels()
  const connectEmail = await world.connectEmail()
  return { ...world, connectEmail, configure: connectEmail.configure }
}

test.each([
  ['rejected', 'failed', '550', 0],
  ['late rejected', 'failed', '554', 0],
  ['cut', 'unknown', 'ECONNECTION', 1],
])('after %s an answer is %s, and not sent again', async (kind, state, errorCode, count) => {
  const { connectEmail, settle, details } = await withEmail()
  const { id, say, order, sent, received } = connectEmail
  await order({ kind })

  await say({ text: 'Hello' })
  await received(1)
  await settle(id)

  const out = (await details(id)).messages.find(({ direction }) => direction === 'out')
  expect(out).toMatchObject({ state, errorCode })
  expect(await sent()).toHaveLength(count)
})

test.each(['later', 'late later'])('after %s an answer is sent again in a while', async (kind) => {
  const { connectEmail, settle, work, details, clock } = await withEmail()
  const { id, say, order, sent, received } = connectEmail
  await order({ kind })

  await say({ text: 'Hello' })
  await received(1)
  const stateOf = async () => {
    await work()
    return (await details(id)).channel.state
  }
  await expect.poll(stateOf).toBe('failing')
  expect(await sent()).toEqual([])
  clock.ms += 125_000
  await settle(id)

  expect(await sent()).toHaveLength(1)
  expect((await details(id)).channel.state).toBe('live')
})
