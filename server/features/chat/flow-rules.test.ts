import { expect, test } from 'vitest'
import { aConversationFlow } from '#server/testing/conversation-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { readQuestions } from './follow-ups.ts'

async function openFlow(
  settings: { chatbotConfig?: object; apiConfig?: object; followUpPrompts?: object } = {},
) {
  let time = new Date('2026-11-21T12:00:00Z').getTime()
  const world = await createTestApp({ listen: true, now: () => new Date(time) })
  const root = await world.signUp('root')
  await root.call('POST', '/variables', { name: 'city', type: 'static', value: 'Izmir' })
  const texts = Object.entries(settings).map(([key, value]) => [key, JSON.stringify(value)])
  const created = await root.call('POST', '/chatflows', {
    type: 'CHATFLOW',
    name: 'Museum',
    flowData: JSON.stringify(aConversationFlow()),
    isPublic: true,
    ...Object.fromEntries(texts),
  })
  const { id } = created.json()
  const predict = (body: object = {}, headers: Record<string, string> = {}) =>
    world.app.inject({
      method: 'POST',
      url: `/api/v1/prediction/${id}`,
      headers,
      payload: { question: 'When does the museum open?', ...body },
    })
  const wait = (seconds: number) => {
    time += seconds * 1_000
  }
  return { ...world, root, id, predict, wait }
}

test('questions over the rate limit are rejected with its message, per address, until the window ends', async () => {
  const { predict, wait, app, id } = await openFlow({
    apiConfig: { rateLimit: { status: true, limitMax: 2, limitDuration: 60, limitMsg: 'Slowly, please.' } },
  })

  expect([(await predict()).statusCode, (await predict()).statusCode]).toEqual([200, 200])
  const rejected = await predict()
  expect([rejected.statusCode, rejected.body, rejected.headers['retry-after']]).toEqual([
    429,
    'Slowly, please.',
    '60',
  ])
  expect(rejected.headers['content-type']).toContain('text/plain')
  const other = await app.inject({
    method: 'POST',
    url: `/api/v1/prediction/${id}`,
    remoteAddress: '10.9.8.7',
    payload: { question: 'And I?' },
  })
  expect(other.statusCode).toBe(200)
  wait(61)
  expect((await predict()).statusCode).toBe(200)
})

test('a disabled or unreadable rate limit has no effect', async () => {
  const { predict } = await openFlow({
    apiConfig: { rateLimit: { status: false, limitMax: 1, limitDuration: 60 } },
  })

  expect([(await predict()).statusCode, (await predict()).statusCode]).toEqual([200, 200])
})

test('only allowed origins can call; others get the configured message', async () => {
  const { predict } = await openFlow({
    chatbotConfig: { allowedOrigins: ['shop.example.com'], allowedOriginsError: 'Not from here.' },
  })

  const rejected = await predict({}, { origin: 'https://evil.example.com' })
  expect([rejected.statusCode, rejected.json().message]).toEqual([403, 'Not from here.'])
  expect((await predict({}, { origin: 'https://shop.example.com' })).statusCode).toBe(200)
  expect((await predict({}, { origin: 'https://shop.example.com.evil.com' })).statusCode).toBe(403)
})

test('the output of a post-processing function is sent and stored, and streaming is off', async () => {
  const code = "return $flow.input + ' → ' + $flow.rawOutput.length + ' letters in ' + $vars.city"
  const { predict, app, id, root } = await openFlow({
    chatbotConfig: { postProcessing: { enabled: true, customFunction: JSON.stringify(code) } },
  })

  const answer = (await predict({ streaming: true })).json()
  expect(answer.text).toMatch(/^When does the museum open\? → \d+ letters in Izmir$/)
  expect(answer.isStreamValid).toBe(false)
  const messages = (await root.call('GET', `/chatmessage/${id}`)).json<{ role: string; content: string }[]>()
  expect(messages.find(({ role }) => role === 'apiMessage')?.content).toBe(answer.text)
  expect((await app.inject(`/api/v1/chatflows-streaming/${id}`)).json()).toEqual({ isStreaming: false })
})

test('an object becomes fenced JSON; a failing function leaves the answer unchanged', async () => {
  const object = await openFlow({
    chatbotConfig: { postProcessing: { enabled: true, customFunction: JSON.stringify('return { a: 1 }') } },
  })
  expect((await object.predict()).json().text).toBe('```json\n{\n  "a": 1\n}\n```')
  const broken = await openFlow({
    chatbotConfig: {
      postProcessing: { enabled: true, customFunction: JSON.stringify('throw new Error("no")') },
    },
  })
  expect((await broken.predict()).json().text).toContain('nine')
})

test('overrides allowed by the owner reach the nodes of a run, and variables by name', async () => {
  const opened = (enabled: boolean) => ({
    overrideConfig: {
      status: true,
      nodes: { 'Conversation Chain': [{ name: 'systemMessagePrompt', label: 'x', type: 'string', enabled }] },
      variables: [{ id: 'v', name: 'city', type: 'static', enabled }],
    },
  })
  const overrideConfig = { systemMessagePrompt: 'The museum opens at seven.', vars: { city: 'Van' } }

  const open = await openFlow({ apiConfig: opened(true) })
  expect((await open.predict({ overrideConfig })).json().text).toContain('seven')
  const closed = await openFlow({ apiConfig: opened(false) })
  expect((await closed.predict({ overrideConfig })).json().text).toContain('nine')
  const session = (await closed.predict({ overrideConfig: { sessionId: 'always' } })).json()
  expect(session).toMatchObject({ sessionId: 'always', chatId: 'always' })
})

test('follow-up questions are off until both settings enable them, charged like any call, and returned in the format clients read', async () => {
  const off = await openFlow({ chatbotConfig: { followUpPrompts: { status: true } } })
  expect((await off.predict()).json().followUpPrompts).toBeUndefined()

  const { root, id, predict } = await openFlow()
  const keys = (await root.call('GET', '/credentials')).json<{ id: string; credentialName: string }[]>()
  const credentialId = keys.find(({ credentialName }) => credentialName === 'openAIApi')?.id
  const followUpPrompts = {
    status: true,
    selectedProvider: 'chatOpenAI',
    chatOpenAI: { credentialId, modelName: 'gpt-4o-mini', prompt: 'What comes next? {history}' },
  }
  await root.call('PUT', `/chatflows/${id}`, {
    chatbotConfig: JSON.stringify({ followUpPrompts: { status: true } }),
    followUpPrompts: JSON.stringify(followUpPrompts),
  })

  const answer = (await predict()).json()
  const messages = (await root.call('GET', `/chatmessage/${id}`)).json<
    { role: string; followUpPrompts?: string }[]
  >()
  const stored = messages.find(({ role }) => role === 'apiMessage')?.followUpPrompts
  expect(JSON.parse(answer.followUpPrompts)).toBe(stored)
  expect(JSON.parse(String(stored))).toEqual([expect.stringMatching(/\w/)])
  const calls = (await root.call('GET', '/usage/by-model?from=2026-11-20&to=2026-11-22')).json()
  expect(JSON.stringify(calls)).toContain('gpt-4o-mini')

  const frames = (await predict({ streaming: true })).body
  const metadata = JSON.parse(/data:(\{"event":"metadata".*\})/.exec(frames)?.[1] ?? '{}').data
  expect(JSON.parse(metadata.followUpPrompts)).toEqual([expect.stringMatching(/\w/)])
})

test('a list is found within surrounding model text', () => {
  expect(readQuestions('Sure! ["a", "b", 7, ""] Hope that helps.')).toEqual(['a', 'b'])
  expect(readQuestions('["1","2","3","4"]')).toHaveLength(3)
  expect(readQuestions('none')).toEqual([])
  expect(readQuestions('[a]')).toEqual([])
})
