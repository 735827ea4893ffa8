import { expect, test } from 'vitest'
import { messages } from '#server/features/messages/messages.table.ts'
import { runs } from '#server/features/runs/runs.table.ts'
import { modelCalls } from '#server/features/usage/usage.table.ts'
import { channels } from './channels.table.ts'
import { openChannels } from './testing/open-channels.ts'

const lastNumber = (text: string) => text.match(/\d+/g)?.at(-1)

test('a person writes to a bot, and the flow answers there', async () => {
  const world = await openChannels()
  const { connectTelegram, settle, store, details, read, flowId } = world
  const { id, say, sent } = await connectTelegram()

  const { statuses } = await say('Hello, who are you?')
  await settle(id)

  expect(statuses).toEqual([200])
  const [answer, ...others] = await sent()
  expect(answer).toBeTruthy()
  expect(others).toEqual([])
  const [run] = await store.db.select().from(runs)
  expect(run).toMatchObject({ flowId, chatType: 'EXTERNAL', state: 'finished' })
  expect(run?.costMicro).toBeGreaterThan(0)
  const { items } = await read<{ items: { platform: string; preview: string }[] }>('inbox.list', { flowId })
  expect(items).toMatchObject([{ platform: 'telegram', messageCount: 2, title: 'Hello, who are you?' }])
  const found = await details(id)
  expect(found.counts).toMatchObject({ received: 1, sent: 1, queued: 0, failed: 0 })
  expect(found.messages.map(({ direction, state }) => [direction, state]).toSorted()).toEqual([
    ['in', 'answered'],
    ['out', 'sent'],
  ])
})

test('an event that comes twenty times at once is answered once', async () => {
  const { connectTelegram, settle, store } = await openChannels()
  const { id, say, sent } = await connectTelegram()

  const { statuses, updateId } = await say('Hello', { repeat: 20, isParallel: true })
  await settle(id)
  await say('Hello', { updateId })
  await settle(id)

  expect(statuses).toEqual(Array.from({ length: 20 }, () => 200))
  expect(await sent()).toHaveLength(1)
  expect(await store.db.select().from(runs)).toHaveLength(1)
  expect(await store.db.select().from(modelCalls)).toHaveLength(1)
})

test('quick messages of a chat are answered in order, one run at a time, while other chats go on', async () => {
  const { connectTelegram, settle, store } = await openChannels()
  const { id, say, sent } = await connectTelegram()

  await Promise.all([
    say('What is 1 + 1?', { date: 100 }),
    say('What is 2 + 2?', { date: 101 }),
    say('What is 3 + 3?', { date: 102 }),
    say('What is 4 + 4?', { chatId: 8 }),
  ])
  await settle(id)

  const answers = await sent(7)
  expect(answers.map(lastNumber)).toEqual(['2', '4', '6'])
  expect(await sent(8)).toHaveLength(1)
  const stored = await store.db.select().from(messages)
  const ofChat = Map.groupBy(stored, ({ chatId }) => chatId)
  for (const thread of ofChat.values()) {
    const roles = thread.toSorted((a, b) => a.sequence - b.sequence).map(({ role }) => role)
    expect(roles.every((role, index) => role === (index % 2 === 0 ? 'userMessage' : 'apiMessage'))).toBe(true)
  }
})

test('a wrong or missing secret is rejected, and nothing is stored', async () => {
  const { app, connectTelegram, details, read } = await openChannels()
  const { id, say } = await connectTelegram()
  const other = await connectTelegram()
  const post = (headers: Record<string, string>) =>
    app.inject({
      ...{ method: 'POST', url: `/api/v1/channels/${id}/events`, payload: '{"update_id":1}' },
      headers: { 'content-type': 'application/json', ...headers },
    })

  expect((await say('Hello', { isForged: true })).statuses).toEqual([401])
  expect((await post({})).statusCode).toBe(401)
  expect((await post({ 'x-telegram-bot-api-secret-token': '' })).statusCode).toBe(401)
  expect((await details(id)).messages).toEqual([])
  expect(await read('channels.list', {})).toHaveLength(2)
  expect(other.id).not.toBe(id)
})

test('while Telegram asks for patience, the chat waits and keeps its order', async () => {
  const { connectTelegram, settle, details } = await openChannels()
  const { id, say, order, sent } = await connectTelegram()
  await order({ kind: 'busy', seconds: 1, times: 2 })

  await say('What is 1 + 1?', { date: 100 })
  await say('What is 2 + 2?', { date: 101 })
  await expect.poll(async () => (await details(id)).channel.state).toBe('failing')
  await settle(id)

  const answers = await sent()
  expect(answers.map(lastNumber)).toEqual(['2', '4'])
  expect((await details(id)).channel).toMatchObject({ state: 'live', error: null })
})

test.each(['late error', 'cut'])(
  'after a %s the answer may have arrived, so it is not sent again',
  async (kind) => {
    const { connectTelegram, settle, details } = await openChannels()
    const { id, say, order, sent } = await connectTelegram()
    await order({ kind })

    await say('Hello')
    await settle(id)

    expect(await sent()).toHaveLength(1)
    const { messages: shown, counts } = await details(id)
    expect(shown.find(({ direction }) => direction === 'out')).toMatchObject({ state: 'unknown' })
    expect(counts).toMatchObject({ failed: 1 })
  },
)

test('a rejected token stops the channel, and a new one sends what has waited', async () => {
  const { connectTelegram, settle, details, change, read, ada } = await openChannels()
  const { id, botToken, say, order, sent } = await connectTelegram()
  await order({ kind: 'signed out' })

  await say('Hello')
  await expect.poll(async () => (await details(id)).channel.state).toBe('signed_out')
  expect((await details(id)).channel).toMatchObject({ queued: 1, error: 'Unauthorized' })
  const { items } = await read<{ items: { kind: string; count: number }[] }>('notifications.list', {}, ada)
  expect(items.map(({ kind, count }) => [kind, count])).toEqual([['channel_signed_out', 1]])
  expect(await sent()).toEqual([])

  await change('channels.replaceValues', { id, values: { botToken } })
  await settle(id)

  expect(await sent()).toHaveLength(1)
  expect((await details(id)).channel).toMatchObject({ state: 'live', queued: 0 })
})

test('a person who has blocked the bot is not tried again', async () => {
  const { connectTelegram, settle, details } = await openChannels()
  const { id, say, order } = await connectTelegram()
  await order({ kind: 'blocked' })

  await say('Hello')
  await settle(id)

  const { messages: shown, errors, channel } = await details(id)
  expect(shown.find(({ direction }) => direction === 'out')).toMatchObject({
    state: 'failed',
    errorCode: '403',
  })
  expect(errors).toEqual([{ code: '403', text: 'Forbidden: bot was blocked by the user', count: 1 }])
  expect(channel.state).toBe('live')
})

test('an operator takes over: the AI is silent, and what the operator writes reaches Telegram', async () => {
  const { connectTelegram, settle, details, change, flowId } = await openChannels()
  const { id, say, sent } = await connectTelegram()
  await say('Hello')
  await settle(id)
  const [{ chatId } = { chatId: '' }] = (await details(id)).chats
  await change('takeover.switchAi', { chatflowId: flowId, chatId, disabled: true })

  await say('Is anybody there?')
  await settle(id)
  await change('takeover.write', { chatflowId: flowId, chatId, content: 'Yes, **Deniz** here.' })
  await settle(id)

  const answers = await sent()
  expect(answers).toHaveLength(2)
  expect(answers[1]).toBe('Yes, <b>Deniz</b> here.')
  const states = (await details(id)).messages
    .filter(({ direction }) => direction === 'in')
    .map(({ state }) => state)
  expect(states.toSorted()).toEqual(['answered', 'withheld'])
})

test('an answer that waits is dropped when an operator takes over', async () => {
  const { connectTelegram, settle, details, change, flowId } = await openChannels()
  const { id, say, order, sent } = await connectTelegram()
  await order({ kind: 'busy', seconds: 2 })
  await say('Hello')
  await expect.poll(async () => (await details(id)).channel.state).toBe('failing')
  const [{ chatId } = { chatId: '' }] = (await details(id)).chats

  await change('takeover.switchAi', { chatflowId: flowId, chatId, disabled: true })
  await settle(id)

  expect(await sent()).toEqual([])
  const out = (await details(id)).messages.find(({ direction }) => direction === 'out')
  expect(out).toMatchObject({ state: 'dropped' })
})

test('a flow that fails answers with its own error text, once', async () => {
  const { connectTelegram, settle, ada, read } = await openChannels()
  const { id, say, sent } = await connectTelegram()

  await say('[[sandbox error=401]] Hello')
  await settle(id)

  expect(await sent()).toEqual(['This chatbot is not available right now.'])
  const { items } = await read<{ items: { kind: string }[] }>('notifications.list', {}, ada)
  expect(items.map(({ kind }) => kind)).toContain('flow_failed_for_visitor')
})

test('two flows cannot answer for one bot, and another system is not replaced unasked', async () => {
  const { app, connectTelegram, create, serve, control } = await openChannels()
  const { botToken } = await connectTelegram()
  const again = await create('telegram', { botToken })
  expect(await serve(again.id, { replaces: true })).toMatchObject({ code: 'CONFLICT' })

  const token = '77700:sandbox-elsewhere'
  const hook = { url: 'https://bots.example.com/hook' }
  await app.inject({ method: 'POST', url: `/sandbox/telegram/bot${token}/setWebhook`, payload: hook })
  const other = await create('telegram', { botToken: token })
  expect(await serve(other.id)).toMatchObject({
    code: 'CONFLICT',
    details: { otherWebhook: 'bots.example.com' },
  })
  expect(await serve(other.id, { replaces: true })).toMatchObject({ state: 'live' })
  expect(await control('telegram', { token })).toMatchObject({ hook: { url: other.webhookUrl } })
})

test('a disconnected channel is gone, for Telegram too', async () => {
  const { app, connectTelegram, change, control, read, settle } = await openChannels()
  const { id, botToken, say } = await connectTelegram()
  await say('Hello')
  await settle(id)

  await change('channels.disconnect', { id })

  expect(await control('telegram', { token: botToken })).toMatchObject({ hook: null })
  expect(await read('channels.list', {})).toEqual([])
  const late = await app.inject({ method: 'POST', url: `/api/v1/channels/${id}/events`, payload: '{}' })
  expect(late.statusCode).toBe(410)
})

test('no secret leaves the server', async () => {
  const { connectTelegram, read, details, store } = await openChannels()
  const { id, botToken } = await connectTelegram()

  const shown = JSON.stringify([await read('channels.list', {}), await details(id)])
  const [row] = await store.db.select().from(channels)

  expect(shown).not.toContain(botToken)
  expect(shown).not.toContain('hookSecret')
  expect(row?.sealed).not.toContain('sandbox')
})

test('a photo is stored with the conversation, with and without a caption', async () => {
  const { connectTelegram, settle, details, store } = await openChannels()
  const { id, say, sent } = await connectTelegram()
  const photo = {
    mime: 'image/jpeg',
    base64: Buffer.from('ffd8ffe000104a4649460001', 'hex').toString('base64'),
  }

  await say('What is 1 + 1?', { photo })
  await say('', { photo })
  await settle(id)

  expect((await sent()).map(lastNumber)[0]).toBe('2')
  expect(await sent()).toHaveLength(2)
  const questions = (await store.db.select().from(messages)).filter(({ role }) => role === 'userMessage')
  expect(questions.map(({ content }) => content)).toEqual(['What is 1 + 1?', 'photo.jpg'])
  expect(questions.map(({ extras }) => extras?.fileUploads)).toMatchObject([
    [{ mime: 'image/jpeg' }],
    [{ mime: 'image/jpeg' }],
  ])
  expect((await details(id)).chats).toHaveLength(1)
})

test('where two programs answer each other, the AI falls silent', async () => {
  const { connectTelegram, settle, details, read, flowId } = await openChannels()
  const { id, say, sent } = await connectTelegram()

  for (let count = 0; count < 13; count += 1) {
    await say(`Message ${count}`)
  }
  await settle(id)

  expect(await sent()).toHaveLength(10)
  const [{ chatId } = { chatId: '' }] = (await details(id)).chats
  const thread = await read<{ conversation: object }>('inbox.thread', { flowId, chatId })
  expect(thread.conversation).toMatchObject({ isAiOff: true })
}, 40_000)

test('the channels of a removed flow are gone', async () => {
  const { app, ada, connectTelegram, read, flowId } = await openChannels()
  const { id } = await connectTelegram()

  await ada.call('DELETE', `/chatflows/${flowId}`)

  expect(await read('channels.list', {})).toEqual([])
  const late = await app.inject({ method: 'POST', url: `/api/v1/channels/${id}/events`, payload: '{}' })
  expect(late.statusCode).toBe(410)
})
