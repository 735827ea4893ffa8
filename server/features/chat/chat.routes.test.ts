import { request } from 'node:http'
import { expect, test, vi } from 'vitest'
import { modelCalls } from '#server/features/usage/usage.table.ts'
import { checkLedger } from '#server/features/wallet/check-ledger.ts'
import { holds, postings } from '#server/features/wallet/wallet.table.ts'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'

async function openShop({ isPublic = false, ...fields }: Record<string, unknown> = {}) {
  const world = await createTestApp({ listen: true })
  const admin = await world.signUp('root')
  const ada = await world.signUp('ada')
  const created = await ada.call('POST', '/chatflows', {
    type: 'CHATFLOW',
    name: 'Shop',
    flowData: aDemoFlow(),
    isPublic,
    ...fields,
  })
  const { id } = created.json<{ id: string }>()
  const predict = (body: object, headers: Record<string, string> = ada.headers) =>
    fetch(`${world.url}/api/v1/prediction/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const balance = async () =>
    (await ada.call('GET', '/wallets/me')).json() as { balance: number; available: number }
  const setBalance = async (micro: number) => {
    const { balance: now } = await balance()
    const amount = ((micro - Math.round(now * 1_000_000)) / 1_000_000).toFixed(6)
    await admin.call('POST', '/wallets/credit', { userId: ada.user.id, amount })
  }
  const messages = async () =>
    (await ada.call('GET', `/chatmessage/${id}`)).json() as Record<string, unknown>[]
  return { ...world, admin, ada, id, predict, balance, setBalance, messages }
}

test('a non-streamed answer contains what clients read, is stored, and charged once', async () => {
  const { predict, id, balance, messages, store } = await openShop()

  const response = await predict({ question: 'Can I return a chipped plate?', chatId: 'c1', chatflowId: id })

  const body = await response.json()
  expect(response.status).toBe(200)
  expect(body).toEqual({
    text: expect.stringContaining('30 days'),
    question: 'Can I return a chipped plate?',
    chatId: 'c1',
    chatMessageId: expect.any(String),
    sessionId: 'c1',
    memoryType: 'Buffer Memory',
    isStreamValid: true,
  })
  expect(await messages()).toMatchObject([
    { role: 'userMessage', content: 'Can I return a chipped plate?', chatType: 'EXTERNAL', chatflowid: id },
    { role: 'apiMessage', content: body.text, id: body.chatMessageId, tokens: expect.any(Number) },
  ])
  const [call] = await store.db.select().from(modelCalls)
  expect(call?.costMicro).toBeGreaterThan(0)
  expect(Math.round((5 - (await balance()).balance) * 1_000_000)).toBe(call?.costMicro)
  expect((await balance()).available).toBe((await balance()).balance)
  expect(await checkLedger(store.db)).toEqual([])
})

test('a stream is start, tokens, metadata, end, each frame one line of JSON', async () => {
  const { predict } = await openShop()

  const response = await predict({ question: 'How long does shipping to Berlin take?', streaming: true })

  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  const text = await response.text()
  const frames = text.split('\n\n').filter(Boolean)
  expect(frames.every((frame) => /^message:\ndata:\{.*\}$/.test(frame))).toBe(true)
  const events = frames.map((frame) => JSON.parse(frame.slice(frame.indexOf('{')))) as {
    event: string
    data: string
  }[]
  const names = events.map(({ event }) => event)
  const tokens = events.filter(({ event }) => event === 'token').map(({ data }) => data)
  expect(names).toEqual(['start', ...tokens.map(() => 'token'), 'metadata', 'end'])
  expect(events[0]?.data).toBe(tokens[0])
  expect(tokens.join('')).toContain('4 to 7 days')
  expect(events.at(-2)?.data).toMatchObject({ chatId: expect.any(String), chatMessageId: expect.any(String) })
  expect(events.at(-1)?.data).toBe('[DONE]')
})

test('a conversation keeps its history, and history sent by the caller takes precedence', async () => {
  const { predict } = await openShop()

  await predict({ question: 'My name is Deniz.', chatId: 'c1' })
  const remembered = await (await predict({ question: 'What is my name?', chatId: 'c1' })).json()
  const continued = await (
    await predict({
      question: 'What is my name?',
      chatId: 'c2',
      history: [
        { role: 'userMessage', content: 'My name is Kemal.' },
        { type: 'apiMessage', message: 'Hello Kemal.' },
      ],
    })
  ).json()

  expect(remembered.text).toContain('Deniz')
  expect(continued.text).toContain('Kemal')
})

test('another session of the same flow has no history of it', async () => {
  const { predict } = await openShop()

  await predict({ question: 'My name is Deniz.', chatId: 'c1' })
  const other = await (await predict({ question: 'What is my name?', chatId: 'c2' })).json()
  const same = await (
    await predict({ question: 'What is my name?', overrideConfig: { sessionId: 'c1' } })
  ).json()

  expect(other.text).not.toContain('Deniz')
  expect(same).toMatchObject({ text: expect.stringContaining('Deniz'), sessionId: 'c1', chatId: 'c1' })
})

test('without sufficient balance no call is made, also for a stream', async () => {
  const { predict, setBalance, balance, store } = await openShop()
  await setBalance(1)

  const unstreamed = await predict({ question: 'Hello' })
  const stream = await predict({ question: 'Hello', streaming: true })

  expect(unstreamed.status).toBe(402)
  expect(await unstreamed.json()).toMatchObject({
    error: 'Insufficient balance. Please top up your wallet.',
    code: 'INSUFFICIENT_FUNDS',
  })
  expect(stream.status).toBe(200)
  expect(await stream.text()).toContain('Insufficient balance. Please top up your wallet.')
  expect(await store.db.select().from(modelCalls)).toEqual([])
  expect(await balance()).toMatchObject({ balance: 0.000001, available: 0.000001 })
})

test('a flow that cannot run names the node and field, before anything is stored or charged', async () => {
  const { predict, ada, id, balance, messages } = await openShop()
  const flowData = aDemoFlow().replace('{{flowtillDemoModel_0.data.instance}}', '')
  await ada.call('PUT', `/chatflows/${id}`, { flowData })

  const response = await predict({ question: 'Hello' })

  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    code: 'INVALID_FLOW',
    error: 'Conversation Chain: Chat Model is required.',
    details: { issues: [{ id: 'conversationChain_0', issues: ['Chat Model is required'] }] },
  })
  expect((await balance()).balance).toBe(5)
  expect(await messages()).toEqual([])
})

test('of fifty concurrent questions on a balance for ten, ten are answered and forty rejected', async () => {
  const { predict, setBalance, balance, store } = await openShop()
  const question = 'Hello [[sandbox latency=1500]]'
  await predict({ question, chatId: 'probe' })
  const [probe] = await store.db.select().from(holds)
  await setBalance((probe?.amountMicro ?? 0) * 10)

  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => predict({ question, chatId: `${index}` })),
  )

  const codes = answers.map(({ status }) => status)
  expect(codes.filter((code) => code === 200)).toHaveLength(10)
  expect(codes.filter((code) => code === 402)).toHaveLength(40)
  const { balance: left, available } = await balance()
  expect(left).toBeGreaterThan(0)
  expect(available).toBe(left)
  expect(await checkLedger(store.db)).toEqual([])
})

test('a provider error costs nothing, and its message reaches the caller as JSON', async () => {
  const { predict, balance } = await openShop()

  const response = await predict({ question: 'Hello [[sandbox error=503]]' })

  expect(response.status).toBe(502)
  expect(response.headers.get('content-type')).toContain('application/json')
  expect((await response.json()).error).toMatch(/503/)
  expect(await balance()).toMatchObject({ balance: 5, available: 5 })
})

test('a stream that breaks off ends with an error frame, and received text is charged', async () => {
  const { predict, balance, store } = await openShop()

  const response = await predict({ question: 'Hello [[sandbox tokens=50 cut=10]]', streaming: true })

  const text = await response.text()
  expect(response.status).toBe(200)
  expect(text).toMatch(/"event":"error"/)
  expect(text.trimEnd()).toMatch(/\{"event":"end","data":"\[DONE\]"\}$/)
  const [call] = await store.db.select().from(modelCalls)
  expect(call).toMatchObject({ estimated: true })
  expect(call?.outputTokens).toBeGreaterThan(0)
  expect((await balance()).balance).toBeLessThan(5)
  expect(await checkLedger(store.db)).toEqual([])
})

test('a disconnected caller stops the run and pays for the received tokens', async () => {
  const { url, id, ada, store, balance } = await openShop()
  const body = JSON.stringify({ question: 'Hello [[sandbox tokens=500 delay=10]]', streaming: true })
  const headers = { ...ada.headers, 'content-type': 'application/json' }

  await new Promise<void>((resolve) => {
    const call = request(`${url}/api/v1/prediction/${id}`, { method: 'POST', headers }, (response) => {
      response.once('data', () => {
        response.destroy()
        resolve()
      })
    })
    call.end(body)
  })

  const calls = await until(async () => {
    const rows = await store.db.select().from(modelCalls)
    return rows.length > 0 ? rows : undefined
  })
  expect(calls[0]?.outputTokens).toBeLessThan(400)
  expect(calls[0]?.costMicro).toBeGreaterThan(0)
  expect((await balance()).available).toBe((await balance()).balance)
  expect(await checkLedger(store.db)).toEqual([])
})

test('a chat can be stopped by its ids; the partial answer is stored', async () => {
  const { predict, url, id, messages } = await openShop()
  const requested = predict({
    question: 'Hello [[sandbox tokens=500 delay=10]]',
    chatId: 'c1',
    streaming: true,
  })
  const reader = (await requested).body?.getReader()
  await reader?.read()

  const stop = await fetch(`${url}/api/v1/chatmessage/abort/${id}/c1`, { method: 'PUT' })

  expect(await stop.json()).toEqual({ status: 200, message: 'Chat message aborted' })
  const answer = await until(async () => (await messages()).find(({ role }) => role === 'apiMessage'))
  expect(String(answer.content).length).toBeGreaterThan(0)
})

test('only its owner can call a private flow; anyone can call a public one, from its own pages', async () => {
  const { predict, ada, admin, id } = await openShop()
  const statuses = async (headers: Record<string, string>) =>
    (await predict({ question: 'Hi' }, headers)).status

  expect(await statuses({})).toBe(404)
  expect(await statuses(admin.headers)).toBe(404)

  const chatbotConfig = JSON.stringify({
    allowedOrigins: ['shop.example'],
    allowedOriginsError: 'Not from here.',
  })
  await ada.call('PUT', `/chatflows/${id}`, { isPublic: true, chatbotConfig })

  expect(await statuses({})).toBe(200)
  expect(await statuses({ origin: 'https://shop.example' })).toBe(200)
  expect(await statuses({ origin: 'https://evil.example' })).toBe(403)
})

test('a flow bound to a key can be called with that key only', async () => {
  const { admin, url } = await openShop()
  const makeKey = async (keyName: string) =>
    (await admin.call('POST', '/apikey', { keyName, permissions: ['flows:ask', 'chatflows:view'] }))
      .json<{ id: string; keyName: string; apiKey: string }[]>()
      .find((key) => key.keyName === keyName)
  const [right, wrong] = [await makeKey('right'), await makeKey('wrong')]
  const fields = {
    name: 'Bound',
    type: 'CHATFLOW',
    flowData: aDemoFlow(),
    isPublic: true,
    apikeyid: right?.id,
  }
  const { id } = (await admin.call('POST', '/chatflows', fields)).json()
  const predict = async (key: string | undefined) =>
    (
      await fetch(`${url}/api/v1/prediction/${id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
        body: JSON.stringify({ question: 'Hello' }),
      })
    ).status

  expect(await predict(right?.apiKey)).toBe(200)
  expect(await predict(wrong?.apiKey)).toBe(404)
  expect(await predict(undefined)).toBe(401)
  expect(await predict('ftk_nonsense')).toBe(401)
})

test('a platform model without a price is rejected, not free', async () => {
  const { ada, url, store } = await openShop()
  const flowData = aDemoFlow({ modelName: 'some-new-model' }).replaceAll('flowtill-demo', 'some-new-model')
  const { id } = (await ada.call('POST', '/chatflows', { type: 'CHATFLOW', name: 'New', flowData })).json()

  const response = await fetch(`${url}/api/v1/prediction/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...ada.headers },
    body: JSON.stringify({ question: 'Hello' }),
  })

  expect(response.status).toBe(400)
  expect(await store.db.select().from(modelCalls)).toEqual([])
})

test.each([
  ['no question', {}],
  ['an empty question', { question: '  ' }],
  ['a question that is too long', { question: 'x'.repeat(32_001) }],
  ['a history of nonsense', { question: 'Hi', history: [{ role: 'root', content: 1 }] }],
])('%s is rejected', async (_, body) => {
  const { predict, store } = await openShop()

  expect((await predict(body)).status).toBe(400)
  expect(await store.db.select().from(postings)).toHaveLength(2)
})

function until<Found>(look: () => Promise<Found | undefined>): Promise<Found> {
  return vi.waitUntil(look, { timeout: 20_000 }) as Promise<Found>
}
