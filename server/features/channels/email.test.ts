import { expect, test } from 'vitest'
import { messages } from '#server/features/messages/messages.table.ts'
import { runs } from '#server/features/runs/runs.table.ts'
import { channelChats, channelEvents, channelParts, channels } from './channels.table.ts'
import { DEAD_AFTER_MS, mailValues, openChannels } from './testing/open-channels.ts'

const lastNumber = (text: string) => text.match(/\d+/g)?.at(-1)

test('a person writes to a mailbox, and the flow answers in the thread', async () => {
  const world = await openChannels()
  const { connectEmail, settle, store, details, read, flowId } = world
  const { id, address, say, sent, received } = await connectEmail({ senderName: 'Ada’s shop' })

  const [first = ''] = await say({ subject: 'An addition', text: 'What is 1 + 1?' })
  await received(1)
  await settle(id)
  const [answer] = await sent()
  await say({
    ...{ subject: 'Re: An addition', inReplyTo: answer?.messageId ?? '' },
    text: 'And what is 2 + 2?\n\nOn Fri, 20 Nov 2026 at 12:00, Ada’s shop <a@b.c> wrote:\n> 1 + 1 is 2\n> Bye',
  })
  await received(2)
  await settle(id)

  const [, second] = await sent()
  expect(answer).toMatchObject({
    ...{ from: address, to: 'deniz@customer.example', subject: 'Re: An addition' },
    ...{ inReplyTo: first, references: first },
  })
  expect(answer?.headers).toEqual(expect.arrayContaining(['Auto-Submitted: auto-replied']))
  expect(lastNumber(answer?.text ?? '')).toBe('2')
  expect(answer?.html).toContain('<p>')
  expect(lastNumber(second?.text ?? '')).toBe('4')
  expect(second?.subject).toBe('Re: An addition')
  const questions = (await store.db.select().from(messages)).filter(({ role }) => role === 'userMessage')
  expect(questions.map(({ content }) => content)).toEqual([
    'An addition\n\nWhat is 1 + 1?',
    'And what is 2 + 2?',
  ])
  expect((await details(id)).chats).toHaveLength(1)
  const { items } = await read<{ items: object[] }>('inbox.list', { flowId })
  expect(items).toMatchObject([{ platform: 'email', messageCount: 4 }])
  const parts = await store.db.select().from(channelParts)
  expect(parts.map(({ platformId }) => platformId)).toEqual([answer?.messageId, second?.messageId])
})

test('a message that was delivered twice is answered once, and a thread is answered in its order', async () => {
  const { connectEmail, settle } = await openChannels()
  const { id, say, sent, received } = await connectEmail()
  const root = '<root@customer.example>'

  await say(
    { text: 'What is 3 + 3?', inReplyTo: root, references: root, date: '2026-11-20T11:55:10Z' },
    { text: 'What is 2 + 2?', messageId: root, date: '2026-11-20T11:55:00Z', repeat: 3 },
  )
  await received(2)
  await settle(id)

  expect((await sent()).map(({ text }) => lastNumber(text))).toEqual(['4', '6'])
})

test('a mailbox whose messages were numbered again is read again, and nothing is answered twice', async () => {
  const { connectEmail, settle, store, services } = await openChannels()
  const { id, say, sent, received, configure } = await connectEmail()
  await say({ text: 'What is 1 + 1?' }, { text: 'What is 2 + 2?', messageId: '' })
  await received(2)
  await settle(id)

  await configure({ renumber: true })
  await expect.poll(async () => (await configure({})).readers, { timeout: 10_000 }).toBe(1)
  await say({ text: 'What is 3 + 3?' })
  await received(3)
  await services.channels.watch()
  await settle(id)

  expect((await sent()).map(({ text }) => lastNumber(text)).toSorted()).toEqual(['2', '4', '6'])
  expect(await store.db.select().from(runs)).toHaveLength(3)
})

test('messages from before the connection are not answered', async () => {
  const { connectEmail, create, serve, control, clock, services, store } = await openChannels()
  const address = 'old@mail.sandbox'
  await control('mail', { address, say: [{ text: 'Hello' }] })
  clock.ms += 5_000
  const { id } = await create('email', mailValues(address))
  await serve(id)
  const { say, received } = await connectEmail()
  await say({ text: 'What is 1 + 1?' })
  await received(1)
  await services.channels.watch()

  expect((await store.db.select().from(channelEvents)).filter(({ channelId }) => channelId === id)).toEqual(
    [],
  )
})

test('an answer that comes back has failed', async () => {
  const { connectEmail, settle, details, configure } = await withEmail()
  const { id, say, sent, received } = connectEmail
  await say({ text: 'Hello' })
  await received(1)
  await settle(id)
  const [answer] = await sent()

  await configure({ bounce: { messageId: answer?.messageId, status: '5.1.1', text: '550 no such user' } })
  await received(2)

  const out = (await details(id)).messages.find(({ direction }) => direction === 'out')
  expect(out).toMatchObject({ state: 'failed', errorCode: '5.1.1', error: 'smtp; 550 no such user' })
  expect(await sent()).toHaveLength(1)
})

async function withEmail() {
  const world = await openChannels()
  const connectEmail = await world.connectEmail()
  return { ...world, connectEmail, configure: connectEmail.configure }
}

test('an operator takes over: the AI is silent, and what the operator writes is no automatic reply', async () => {
  const { connectEmail, settle, details, change, flowId } = await withEmail()
  const { id, say, sent, received } = connectEmail
  await say({ text: 'Hello', messageId: '<1@customer.example>' })
  await received(1)
  await settle(id)
  const [{ chatId } = { chatId: '' }] = (await details(id)).chats
  await change('takeover.switchAi', { chatflowId: flowId, chatId, disabled: true })

  await say({ text: 'Is anybody there?', inReplyTo: '<1@customer.example>' })
  await received(2)
  await settle(id)
  await change('takeover.write', { chatflowId: flowId, chatId, content: 'Yes, **Deniz** <b>here</b>.' })
  await settle(id)

  const [, byHand, ...others] = await sent()
  expect(others).toEqual([])
  expect(byHand?.text.trim()).toBe('Yes, Deniz <b>here</b>.')
  expect(byHand?.html).toContain('<strong>Deniz</strong> &lt;b&gt;here&lt;/b&gt;')
  expect(byHand?.headers.some((line) => line.startsWith('Auto-Submitted'))).toBe(false)
})

test('files are stored with the conversation, and the pictures of the text are not loaded', async () => {
  const { connectEmail, settle, store } = await withEmail()
  const { id, say, sent, received } = connectEmail
  const base64 = Buffer.from('ffd8ffe000104a4649460001', 'hex').toString('base64')

  await say({
    ...{ subject: 'Photo', html: '<style>p{}</style><p>See <b>this</b>&nbsp;photo<br>please</p>' },
    files: [{ name: '../../photo.jpg', mime: 'image/jpeg', base64 }],
  })
  await received(1)
  await settle(id)

  const [question] = (await store.db.select().from(messages)).filter(({ role }) => role === 'userMessage')
  expect(question?.content).toBe('Photo\n\nSee this photo\nplease')
  expect(question?.extras?.fileUploads).toMatchObject([{ name: 'photo.jpg', mime: 'image/jpeg' }])
  expect(await sent()).toHaveLength(1)
})

test('a changed password stops the channel, and the new one answers what has come meanwhile', async () => {
  const { connectEmail, settle, details, change, configure, read, ada } = await withEmail()
  const { id, address, say, sent, received, values } = connectEmail
  await configure({ password: 'changed', renumber: true })

  await expect.poll(async () => (await details(id)).channel.state, { timeout: 10_000 }).toBe('signed_out')
  expect((await details(id)).channel.error).toBe(
    'IMAP rejects the user name or the password: Invalid credentials',
  )
  const { items } = await read<{ items: object[] }>('notifications.list', {}, ada)
  expect(items).toMatchObject([
    { kind: 'channel_signed_out', count: 1, params: { account: address }, link: `/app/integrations/${id}` },
  ])
  await say({ text: 'What is 1 + 1?' })
  const wrong = await change('channels.replaceValues', { id, values: { password: 'wrong' } })
  expect(wrong).toMatchObject({ code: 'INVALID_INPUT' })
  await change('channels.replaceValues', { id, values: { password: 'changed' } })
  await received(1)
  await settle(id)

  expect(values.password).not.toBe('changed')
  expect(await sent()).toHaveLength(1)
  expect((await details(id)).channel).toMatchObject({ state: 'live', error: null })
})

test('settings that do not work are rejected with the side that fails', async () => {
  const { check, control } = await openChannels()
  const address = 'shop@mail.sandbox'
  const values = mailValues(address)
  const detailsOf = async (more: object) => (await check('email', { ...values, ...more })).details

  expect(await detailsOf({ imapHost: '127.0.0.1', imapSecurity: 'tls' })).toEqual({
    imapHost: [expect.stringContaining('it is a private address')],
  })
  expect(await detailsOf({ smtpHost: 'smtp.example.com' })).toEqual({
    smtpHost: ['Passwords are sent over encrypted connections only. Choose TLS or STARTTLS.'],
  })
  expect(await detailsOf({ smtpSecurity: 'starttls' })).toEqual({
    smtpHost: ['SMTP: 500 5.5.2 Command not recognized'],
  })
  expect(await detailsOf({ imapSecurity: 'starttls' })).toEqual({
    imapHost: [expect.stringMatching(/^IMAP could not be reached: /)],
  })
  expect(await detailsOf({ address: 'shop', imapPort: '0' })).toEqual({
    address: ['Enter a valid email address.'],
    imapPort: ['Enter a port, such as 993.'],
  })
  await control('mail', { address, password: 'another' })
  expect(await detailsOf({})).toEqual({
    password: [
      'IMAP rejects the user name or the password: Invalid credentials',
      expect.stringContaining('SMTP rejects the user name or the password: 535'),
    ],
  })
})

test('where two programs answer each other, the AI falls silent', async () => {
  const { connectEmail, settle, details, clock } = await withEmail()
  const { id, say, sent, received } = connectEmail

  for (let count = 1; count <= 12; count += 1) {
    await say({ text: `Message ${count}`, subject: `Ticket ${count}` })
    await received(count)
    await settle(id)
    clock.ms += 100
  }

  expect(await sent()).toHaveLength(10)
  const { messages: shown, chats } = await details(id)
  expect(chats).toHaveLength(12)
  expect(shown.filter(({ state }) => state === 'withheld')).toHaveLength(2)
}, 60_000)

test('no password leaves the server', async () => {
  const { connectEmail, read, details, store } = await withEmail()
  const { id } = connectEmail

  const shown = JSON.stringify([await read('channels.list', {}), await details(id)])
  const [row] = await store.db.select().from(channels)

  expect(shown).not.toContain('sandbox password')
  expect(row?.sealed).not.toContain('sandbox')
  expect(await store.db.select().from(channelChats)).toEqual([])
})

test('a disconnected mailbox is no longer read', async () => {
  const { connectEmail, change, services, configure } = await withEmail()

  await change('channels.disconnect', { id: connectEmail.id })
  await services.channels.watch()

  await expect.poll(async () => (await configure({})).readers).toBe(0)
})

test('killed while the flow answers a message, the next process reads the mailbox and answers once', async () => {
  const world = await openChannels()
  const { connectEmail, settle, store, clock, openOther, services } = world
  const { id, say, sent, received, configure } = await connectEmail()
  await say({ text: '[[sandbox latency=1500]] What is 1 + 1?' })
  await received(1)
  const begun = async () => {
    await services.jobs.tick()
    return store.db.$count(messages)
  }
  await expect.poll(begun).toBe(1)

  clock.ms += DEAD_AFTER_MS
  await services.channels.stopWatching()
  const next = openOther()
  await next.runs.recover({ atStart: true })
  await next.channels.watch()
  await next.jobs.tick()
  await say({ text: 'What is 2 + 2?', from: 'eve@customer.example' })
  await received(2)
  await settle(id, next)

  expect(await world.details(id)).toMatchObject({ counts: { sent: 2, failed: 0 } })
  expect((await sent()).map(({ text }) => lastNumber(text)).toSorted()).toEqual(['2', '4'])
  expect((await configure({})).readers).toBe(1)
})
