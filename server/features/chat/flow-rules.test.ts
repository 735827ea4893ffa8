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
  const ask = (body: object = {}, headers: Record<string, string> = {}) =>
    world.app.inject({
      method: 'POST',
      url: `/api/v1/prediction/${id}`,
      headers,
      payload: { question: 'When does the museum open?', ...body },
    })
  const wait = (seconds: number) => {
    time += seconds * 1_000
  }
  return { ...world, root, id, ask, wait }
}

test('questions over the rate limit are rejected with its message, per address, until the window ends', async () => {
  const { ask, wait, app, id } = await openFlow({
    apiConfig: { rateLimit: { status: true, limitMax: 2, limitDuration: 60, limitMsg: 'Slowly, please.' } },
  })

  expect([(await ask()).statusCode, (await ask()).statusCode]).toEqual([200, 200])
  const rejected = await ask()
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
  expect((await ask()).statusCode).toBe(200)
})

test('a disabled or unreadable rate limit has no effect', async () => {
  const { ask } = await openFlow({
    apiConfig: { rateLimit: { status: false, limitMax: 1, limitDuration: 60 } },
  })

  expect([(await ask()).statusCode, (await ask()).statusCode]).toEqual([200, 200])
})

test('only allowed origins may ask; others get the configured message', async () => {
  const { ask } = await openFlow({
    chatbotConfig: { allowedOrigins: ['shop.example.com'], allowedOriginsError: 'Not from here.' },
  })

  const rejected = await ask({}, { origin: 'https://evil.example.com' })
  expect([rejected.statusCode, rejected.json().message]).toEqual([403, 'Not from here.'])
  expect((await ask({}, { origin: 'https://shop.example.com' })).statusCode).toBe(200)
  expect((await ask({}, { origin: 'https://shop.example.com.evil.com' })).statusCode).toBe(403)
})

test('the output of a post-processing function is sent and stored, and streaming is off', async () => {
  const code = "return $flow.input + ' → ' + $flow.rawOutput.length + ' letters in ' + $vars.city"
  const { ask, app, id, root } = await openFlow({
    chatbotConfig: { postProcessing: { enabled: true, customFunction: JSON.stringify(code) } },
  })

  const answer = (await ask({ streaming: true })).json()
  expect(answer.text).toMatch(/^When does the museum open\? → \d+ letters in Izmir$/)
  expect(answer.isStreamValid).toBe(false)
  const said = (await root.call('GET', `/chatmessage/${id}`)).json<{ role: string; content: string }[]>()
  expect(said.find(({ role }) => role === 'apiMessage')?.content).toBe(answer.text)
  expect((await app.inject(`/api/v1/chatflows-streaming/${id}`)).json()).toEqual({ isStreaming: false })
})

test('an object becomes fenced JSON; a function that fails leaves the answer as it was', async () => {
  const object = await openFlow({
    chatbotConfig: { postProcessing: { enabled: true, customFunction: JSON.stringify('return { a: 1 }') } },
  })
  expect((await object.ask()).json().text).toBe('```json\n{\n  "a": 1\n}\n```')
  const broken = await openFlow({
    chatbotConfig: {
      postProcessing: { enabled: true, customFunction: JSON.stringify('throw new Error("no")') },
    },
  })
  expect((await broken.ask()).json().text).toContain('nine')
})

test('overrides reach the nodes of a run that the owner has opened, and variables by name', async () => {
  const opened = (enabled: boolean) => ({
    overrideConfig: {
      status: true,
      nodes: { 'Conversation Chain': [{ name: 'systemMessagePrompt', label: 'x', type: 'string', enabled }] },
      variables: [{ id: 'v', name: 'city', type: 'static', enabled }],
    },
  })
  const overrideConfig = { systemMessagePrompt: 'The museum opens at seven.', vars: { city: 'Van' } }

  const open = await openFlow({ apiConfig: opened(true) })
  expect((await open.ask({ overrideConfig })).json().text).toContain('seven')
  const closed = await openFlow({ apiConfig: opened(false) })
  expect((await closed.ask({ overrideConfig })).json().text).toContain('nine')
  const session = (await closed.ask({ overrideConfig: { sessionId: 'always' } })).json()
  expect(session).toMatchObject({ sessionId: 'always', chatId: 'always' })
})

test('questions to go on with: off until both settings say so, paid like any call, and given as clients read them', async () => {
  const off = await openFlow({ chatbotConfig: { followUpPrompts: { status: true } } })
  expect((await off.ask()).json().followUpPrompts).toBeUndefined()

  const { root, id, ask } = await openFlow()
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

  const answer = (await ask()).json()
  const said = (await root.call('GET', `/chatmessage/${id}`)).json<
    { role: string; followUpPrompts?: string }[]
  >()
  const stored = said.find(({ role }) => role === 'apiMessage')?.followUpPrompts
  expect(JSON.parse(answer.followUpPrompts)).toBe(stored)
  expect(JSON.parse(String(stored))).toEqual([expect.stringMatching(/\w/)])
  const calls = (await root.call('GET', '/usage/by-model?from=2026-11-20&to=2026-11-22')).json()
  expect(JSON.stringify(calls)).toContain('gpt-4o-mini')

  const frames = (await ask({ streaming: true })).body
  const metadata = JSON.parse(/data:(\{"event":"metadata".*\})/.exec(frames)?.[1] ?? '{}').data
  expect(JSON.parse(metadata.followUpPrompts)).toEqual([expect.stringMatching(/\w/)])
})

test('a list is found within surrounding model text', () => {
  expect(readQuestions('Sure! ["a", "b", 7, ""] Hope that helps.')).toEqual(['a', 'b'])
  expect(readQuestions('["1","2","3","4"]')).toHaveLength(3)
  expect(readQuestions('none')).toEqual([])
  expect(readQuestions('[a]')).toEqual([])
})
