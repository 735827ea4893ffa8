import { describe, expect, test } from 'vitest'
import type { ChatMessage, ChatRequest, Ports } from '#server/engine/ports.ts'
import { aConversationFlow } from '#server/testing/conversation-flow.ts'
import { prepareRun } from '#server/testing/run-test-flow.ts'
import { listen } from '#server/testing/tiny-server.ts'
import { createGuardedFetch } from '#server/upstream/guarded-fetch.ts'
import { createRedisPort } from '#server/upstream/redis/open-redis.ts'
import { openTinyRedis } from '#server/upstream/redis/testing/tiny-redis.ts'
import { openFake } from '#server/upstream/vector-stores/testing/fakes.ts'
import { openLibrary } from '#server/upstream/vector-stores/testing/open-library.ts'

const usage = { input: 1, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 }
const storedMessage = (type: string, content: string) => JSON.stringify({ type, data: { content } })

describe('a memory in Redis', () => {
  async function aRedis(inputs: object) {
    const redis = await openTinyRedis({ password: 'p@ss' })
    const flow = aConversationFlow({
      model: { name: 'chatOpenAI', credential: 'chosen' },
      memory: { name: 'RedisBackedChatMemory', credential: 'chosen', inputs: { sessionId: '', ...inputs } },
    })
    const redisUrl = `redis://default:p%40ss@${redis.pair}/2`
    const credential = { values: { openAIApiKey: 'k', redisCacheHost: 'x', redisUrl }, platform: false }
    return { redis, flow, credential, world: { redis: createRedisPort([redis.pair]) } }
  }

  test('continues a conversation stored by Flowise, and stores each turn', async () => {
    const { redis, ...place } = await aRedis({ sessionTTL: '3600' })
    redis.lists.set('session', [
      storedMessage('ai', 'At nine.'),
      storedMessage('human', 'When?'),
      'no message',
    ])
    const { requests, chat } = listening('By tram.')

    await prepareRun({ ...place, chat, question: 'How?' }).run()

    expect(requests[0]?.messages).toEqual([
      { role: 'user', content: 'When?' },
      { role: 'assistant', content: 'At nine.' },
      { role: 'user', content: 'How?' },
    ])
    expect(
      redis.lists
        .get('session')
        ?.slice(0, 2)
        .map((text) => JSON.parse(text)),
    ).toMatchObject([
      { type: 'ai', data: { content: 'By tram.' } },
      { type: 'human', data: { content: 'How?' } },
    ])
    expect(redis.lives.get('session')).toBe(3600)
    expect(redis.seen).toContainEqual(['SELECT', '2'])
  })

  test('stores the completed answer, and nothing of a turn that failed at its end', async () => {
    const { redis, ...place } = await aRedis({})
    const { chat } = listening('By tram.', 'By tram.')
    const fails = async () => Promise.reject(new Error('stopped'))
    const completes = async () => ({ text: 'BY TRAM.' })

    await expect(prepareRun({ ...place, chat, question: 'First?', finish: fails }).run()).rejects.toThrow(
      'stopped',
    )
    await prepareRun({ ...place, chat, question: 'Second?', finish: completes }).run()

    const stored = redis.lists.get('session')?.map((text) => JSON.parse(text).data.content)
    expect(stored).toEqual(['BY TRAM.', 'Second?'])
  })

  test('reads messages up to its window', async () => {
    const { redis, ...place } = await aRedis({ windowSize: '2' })
    redis.lists.set('session', [
      storedMessage('ai', '4'),
      storedMessage('human', '3'),
      storedMessage('ai', '2'),
      storedMessage('human', '1'),
    ])
    const { requests, chat } = listening('x')

    await prepareRun({ ...place, chat, question: '5' }).run()

    expect(requests[0]?.messages.map(({ content }) => content)).toEqual(['3', '4', '5'])
  })

  test('fails before the model call if the server returns an error', async () => {
    const { redis, ...place } = await aRedis({})
    redis.texts.set('session', 'another thing')
    const { requests, chat } = listening('x')

    await expect(prepareRun({ ...place, chat }).run()).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
      message: expect.stringContaining('WRONGTYPE'),
    })
    expect(requests).toEqual([])
  })

  test('without a credential, or with an invalid URL, is reported', async () => {
    const { chat } = listening('x')
    const { flow, credential, world } = await aRedis({})
    const memory = flow.nodes.find(({ data }) => data.name === 'RedisBackedChatMemory')
    const broken = { ...credential, values: { ...credential.values, redisUrl: 'http://x' } }

    await expect(prepareRun({ flow, chat, world, credential: broken }).run()).rejects.toMatchObject({
      message: expect.stringContaining('redis://user:password@host'),
    })
    Object.assign(memory?.data ?? {}, { credential: undefined })
    await expect(prepareRun({ flow, chat, world, credential }).run()).rejects.toMatchObject({
      message: expect.stringContaining('choose the credential of a Redis'),
    })
  })
})

describe('a memory at Upstash', () => {
  test('reads and stores over its REST API', async () => {
    const { origin, seen, fetch } = await aServer([
      { result: [storedMessage('ai', 'At nine.'), storedMessage('human', 'When?')] },
    ])
    const { requests, chat } = listening('By tram.')

    await prepareRun({ ...anUpstash(origin), fetch, chat, question: 'How?' }).run()

    expect(requests[0]?.messages.map(({ content }) => content)).toEqual(['When?', 'At nine.', 'How?'])
    expect(seen).toMatchObject([
      { path: '/pipeline', key: 'Bearer token', body: [['LRANGE', 'session', '0', '-1']] },
      { body: [['LPUSH', 'session', expect.stringContaining('How?'), expect.stringContaining('By tram.')]] },
    ])
  })

  test('reports the reason for an error', async () => {
    const { origin, fetch } = await aServer([{ error: 'WRONGPASS invalid token' }])

    await expect(
      prepareRun({ ...anUpstash(origin), fetch, chat: listening('x').chat }).run(),
    ).rejects.toMatchObject({ code: 'UPSTREAM_FAILED', message: expect.stringContaining('WRONGPASS') })
  })

  function anUpstash(baseURL: string) {
    const flow = aConversationFlow({
      model: { name: 'chatOpenAI', credential: 'chosen' },
      memory: { name: 'upstashRedisBackedChatMemory', credential: 'chosen', inputs: { baseURL } },
    })
    const credential = { values: { openAIApiKey: 'k', upstashRestToken: 'token' }, platform: false }
    return { flow, credential }
  }
})

describe('a memory in Zep', () => {
  test('reads its summary and messages, and receives each turn', async () => {
    const messages = [
      { role: 'human', content: 'When?' },
      { role: 'ai', content: 'At nine.' },
    ]
    const { origin, seen, fetch } = await aServer({ messages, summary: { content: 'About a museum.' } })
    const { requests, chat } = listening('By tram.')

    await prepareRun({ ...aZep(origin), fetch, chat, question: 'How?' }).run()

    expect(requests[0]?.messages).toEqual([
      { role: 'system', content: expect.stringContaining('About a museum.') },
      { role: 'user', content: 'When?' },
      { role: 'assistant', content: 'At nine.' },
      { role: 'user', content: 'How?' },
    ])
    expect(seen).toMatchObject([
      { path: '/api/v1/sessions/session/memory?lastn=10', key: 'Bearer key' },
      {
        body: {
          messages: [
            { role: 'human', content: 'How?' },
            { role: 'ai', content: 'By tram.' },
          ],
        },
      },
    ])
  })

  test('is empty before its first message, and reports a failure', async () => {
    const unknown = await aServer({}, 404)
    const broken = await aServer({}, 500)
    const { requests, chat } = listening('x', 'x')

    // Storing the turn fails afterwards, because the fake service returns 404 for every request.
    await prepareRun({ ...aZep(unknown.origin), fetch: unknown.fetch, chat })
      .run()
      .catch(() => undefined)
    await expect(
      prepareRun({ ...aZep(broken.origin), fetch: broken.fetch, chat }).run(),
    ).rejects.toMatchObject({ message: expect.stringContaining('Zep answered 500') })
    expect(requests).toHaveLength(1)
  })

  function aZep(baseURL: string) {
    const flow = aConversationFlow({
      model: { name: 'chatOpenAI', credential: 'chosen' },
      memory: { name: 'ZepMemory', credential: 'chosen', inputs: { baseURL } },
    })
    return { flow, credential: { values: { openAIApiKey: 'k', apiKey: 'key' }, platform: false } }
  }
})

describe('a memory in Zep Cloud', () => {
  test('starts a session with its first turn, and reads its context and messages', async () => {
    const spoken: { role_type: string; content: string }[] = []
    let started = false
    const fake = await openFake(({ path, method, body }) => {
      started ||= path === '/api/v2/sessions'
      if (!started && path.endsWith('/memory')) {
        return { status: 404, body: {} }
      }
      if (method === 'POST' && path.endsWith('/memory')) {
        spoken.push(...(body.messages as typeof spoken))
      }
      return { body: { messages: spoken, context: 'Likes ships.' } }
    })
    const { fetch } = await openLibrary({ 'api.getzep.com': fake.origin })
    const { requests, chat } = listening('At nine.', 'By tram.', 'Yes.')
    const run = (question: string, inputs = {}) => {
      const flow = aConversationFlow({
        model: { name: 'chatOpenAI', credential: 'chosen' },
        memory: { name: 'ZepMemoryCloud', credential: 'chosen', inputs },
      })
      const credential = { values: { openAIApiKey: 'k', apiKey: 'key' }, platform: false }
      return prepareRun({ flow, fetch, chat, credential, question }).run()
    }

    await run('When?')
    await run('How?')
    await run('Sure?', { memoryType: 'message_window' })

    expect(requests[0]?.messages).toEqual([{ role: 'user', content: 'When?' }])
    expect(requests[1]?.messages).toEqual([
      { role: 'system', content: expect.stringContaining('Likes ships.') },
      { role: 'user', content: 'When?' },
      { role: 'assistant', content: 'At nine.' },
      { role: 'user', content: 'How?' },
    ])
    expect(requests[2]?.messages[0]).toEqual({ role: 'user', content: 'When?' })
    expect(fake.requested.slice(0, 5).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/v2/sessions/session/memory',
      'POST /api/v2/sessions/session/memory',
      'POST /api/v2/users',
      'POST /api/v2/sessions',
      'POST /api/v2/sessions/session/memory',
    ])
    expect(fake.requested.every(({ headers }) => headers.authorization === 'Api-Key key')).toBe(true)
  })
})

describe('a memory in Mem0', () => {
  test.each([
    ['flowise-default-user', 'session'],
    ['ada', 'ada'],
  ])('of %s searches with the question and receives the turn', async (user_id, whose) => {
    const { seen, fetch } = await aServer([{ memory: 'Likes ships' }])
    const { requests, chat } = listening('By tram.')

    await prepareRun({ ...aMem0({ user_id }), fetch, chat, question: 'How?' }).run()

    expect(requests[0]?.messages[0]?.content).toBe('What is remembered of this person:\n- Likes ships')
    expect(seen).toMatchObject([
      { path: '/v1/memories/search/', key: 'Token key', body: { query: 'How?', user_id: whose } },
      { path: '/v1/memories/', body: { messages: [{ content: 'How?' }, { content: 'By tram.' }] } },
    ])
  })

  test('can be limited to searching', async () => {
    const { seen, fetch } = await aServer({ results: [] })

    await prepareRun({ ...aMem0({ searchOnly: true }), fetch, chat: listening('x').chat }).run()

    expect(seen).toHaveLength(1)
  })

  function aMem0(inputs: Record<string, unknown>) {
    const flow = aConversationFlow({
      model: { name: 'chatOpenAI', credential: 'chosen' },
      memory: { name: 'mem0', credential: 'chosen', inputs },
    })
    return { flow, credential: { values: { openAIApiKey: 'k', apiKey: 'key' }, platform: false } }
  }
})

describe('with a credential shared with flows of other users', () => {
  test('a conversation is stored under the name of the flow, for any given session', async () => {
    const redis = await openTinyRedis()
    redis.lists.set('session', [storedMessage('human', 'a stranger’s secret')])
    const flow = aConversationFlow({
      model: { name: 'flowtillDemoModel' },
      memory: { name: 'RedisBackedChatMemory', credential: 'chosen' },
    })
    const { host: redisCacheHost, port: redisCachePort } = redis.place
    const credential = { values: { redisCacheHost, redisCachePort }, platform: true }
    const { requests, chat } = listening('x')

    await prepareRun({ flow, chat, credential, world: { redis: createRedisPort([redis.pair]) } }).run()

    expect(JSON.stringify(requests)).not.toContain('secret')
    expect([...redis.lists.keys()]).toEqual(['session', 'flowtill:flow:session'])
  })

  test.each(['upstashRedisBackedChatMemory', 'ZepMemory'])(
    '%s sends no key to a URL typed into it',
    async (name) => {
      const { origin, seen, fetch } = await aServer([])
      const flow = aConversationFlow({
        model: { name: 'flowtillDemoModel' },
        memory: { name, credential: 'chosen', inputs: { baseURL: origin } },
      })
      const credential = { values: { upstashRestToken: 't', apiKey: 't' }, platform: true }

      await expect(
        prepareRun({ flow, fetch, chat: listening('x').chat, credential }).run(),
      ).rejects.toMatchObject({ message: expect.stringContaining('shared credential') })
      expect(seen).toEqual([])
    },
  )
})

describe('a summary', () => {
  const turns = (count: number): ChatMessage[] =>
    Array.from(
      { length: count },
      (_, index): ChatMessage => ({
        role: index % 2 === 0 ? 'user' : 'assistant',
        content: `line ${index} ${'x'.repeat(40)}`,
      }),
    )

  function aSummary(name: string, inputs: object = {}) {
    const flow = aConversationFlow({
      model: { name: 'chatOpenAI', credential: 'chosen' },
      memory: {
        name,
        id: 'memory_0',
        label: `${name}-${crypto.randomUUID()}`,
        inputs: { model: '{{chatOpenAI_0.data.instance}}', ...inputs },
      },
    })
    return async (history: ChatMessage[], ...texts: string[]) => {
      const { requests, chat } = listening(...texts)
      await prepareRun({ flow, chat, history, question: 'And now?' }).run()
      return requests
    }
  }

  test('replaces the conversation, and each message is read once', async () => {
    const run = aSummary('conversationSummaryMemory')

    const first = await run(turns(4), 'They talked of four lines.', 'x')
    const second = await run(turns(6), 'They talked of six lines.', 'x')
    const again = await run(turns(6), 'x')

    expect(first[1]?.messages).toEqual([
      { role: 'system', content: expect.stringContaining('They talked of four lines.') },
      { role: 'user', content: 'And now?' },
    ])
    const reported = second[0]?.messages[0]?.content
    expect(reported).toContain('They talked of four lines.')
    expect(reported).toContain('line 4')
    expect(reported).not.toContain('line 3')
    expect(again).toHaveLength(1)
    expect(again[0]?.messages[0]?.content).toContain('They talked of six lines.')
  })

  test('starts over after the conversation is cleared', async () => {
    const run = aSummary('conversationSummaryMemory')
    await run(turns(4), 'Old.', 'x')

    const [requested] = await run([{ role: 'user', content: 'Something else' }], 'New.', 'x')

    expect(requested?.messages[0]?.content).not.toContain('Old.')
  })

  test('of a new conversation costs nothing', async () => {
    expect(await aSummary('conversationSummaryMemory')([], 'x')).toHaveLength(1)
  })

  test('can replace only the messages beyond a token limit', async () => {
    const run = aSummary('conversationSummaryBufferMemory', { maxTokenLimit: '30' })

    const short = await run(turns(2), 'x')
    const long = await run(turns(6), 'They talked of four lines.', 'x')

    expect(short).toHaveLength(1)
    expect(short[0]?.messages).toHaveLength(3)
    expect(long[0]?.messages[0]?.content).toContain('line 3')
    expect(long[0]?.messages[0]?.content).not.toContain('line 4')
    expect(long[1]?.messages.map(({ content }) => content.slice(0, 6))).toEqual([
      'What w',
      'line 4',
      'line 5',
      'And no',
    ])
  })
})

function listening(...texts: string[]) {
  const requests: ChatRequest[] = []
  const chat: Ports['chat'] = async function* (_, request) {
    requests.push(request)
    const text = texts[requests.length - 1] ?? ''
    yield { text }
    return { text, usage, estimated: false }
  }
  return { requests, chat }
}

/** Returns the same response to every request and records the requests. */
async function aServer(body: unknown, status = 200) {
  const seen: { path: string | undefined; key: string | undefined; body: unknown }[] = []
  const { origin } = await listen((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      seen.push({ path: request.url, key: request.headers.authorization, body: text && JSON.parse(text) })
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  const guarded = createGuardedFetch({ allow: [new URL(origin).host], own: () => undefined })
  // Requests to a provider's own URL are redirected to the fake service.
  const fetch: typeof guarded = (url, init) => guarded(String(url).replace(/^https:\/\/[^/]+/, origin), init)
  return { origin, seen, fetch }
}
