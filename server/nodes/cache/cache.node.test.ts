import { describe, expect, test } from 'vitest'
import type { Embeddings } from '#server/engine/handles.ts'
import type { Ports } from '#server/engine/ports.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { aSurrounding } from '#server/testing/node-call.ts'
import { prepareRun } from '#server/testing/run-test-flow.ts'
import { listen } from '#server/testing/tiny-server.ts'
import { createGuardedFetch } from '#server/upstream/guarded-fetch.ts'
import { createRedisPort } from '#server/upstream/redis/open-redis.ts'
import { openTinyRedis } from '#server/upstream/redis/testing/tiny-redis.ts'
import { referenceTo } from '#shared/flow-file.ts'
import { createTextCache } from './remembered.ts'

const usage = { input: 1, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 }
type TestNode = Parameters<typeof buildFlow>[0][number]

function aFlow(cache: TestNode, template = '{q}') {
  return buildFlow([
    cache,
    { name: 'chatOpenAI', credential: 'chosen', inputs: { cache: referenceTo(`${cache.name}_0`) } },
    { name: 'promptTemplate', inputs: { template } },
    {
      name: 'llmChain',
      inputs: { model: referenceTo('chatOpenAI_0'), prompt: referenceTo('promptTemplate_0') },
    },
  ])
}

function counting() {
  let count = 0
  const chat: Ports['chat'] = async function* () {
    count += 1
    const text = `answer ${count}`
    yield { text }
    return { text, usage, estimated: false }
  }
  return { chat, count: () => count }
}

test('in memory: the same question is answered without the model, another one by it', async () => {
  const { chat, count } = counting()
  const flow = aFlow({ name: 'inMemoryCache' }, `${crypto.randomUUID()} {q}`)
  const run = (question: string) => prepareRun({ flow, chat, question }).run()

  const answers = [await run('a'), await run('a'), await run('b')].map(({ text }) => text)

  expect(answers).toEqual(['answer 1', 'answer 1', 'answer 2'])
  expect(count()).toBe(2)
})

test('a Redis key hides the question, and expires after the configured time', async () => {
  const redis = await openTinyRedis()
  const { chat, count } = counting()
  const { host: redisCacheHost, port: redisCachePort } = redis.place
  const credential = { values: { openAIApiKey: 'k', redisCacheHost, redisCachePort }, platform: false }
  const flow = aFlow({ name: 'redisCache', credential: 'chosen', inputs: { ttl: '60000' } })
  const world = { redis: createRedisPort([redis.pair]) }
  const run = () => prepareRun({ flow, chat, question: 'my secret', credential, world }).run()

  expect([(await run()).text, (await run()).text]).toEqual(['answer 1', 'answer 1'])
  expect(count()).toBe(1)
  const [key = ''] = redis.texts.keys()
  expect(key).toMatch(/^flowtill:flow:[0-9a-f]{64}$/)
  expect(redis.lives.get(key)).toBe(60_000)
})

test('works with Upstash', async () => {
  const texts = new Map<string, string>()
  const { origin } = await listen((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    request.on('end', () => {
      const [[name, key, value]] = JSON.parse(text) as [[string, string, string]]
      if (name === 'SET') {
        texts.set(key, value)
      }
      response.end(JSON.stringify([{ result: name === 'GET' ? (texts.get(key) ?? null) : 'OK' }]))
    })
  })
  const { chat, count } = counting()
  const credential = {
    values: { openAIApiKey: 'k', upstashConnectionUrl: origin, upstashConnectionToken: 't' },
    platform: false,
  }
  const fetch = createGuardedFetch({ allow: [new URL(origin).host], own: () => undefined })
  const flow = aFlow({ name: 'upstashRedisCache', credential: 'chosen' })
  const run = () => prepareRun({ flow, chat, credential, fetch }).run()

  expect([(await run()).text, (await run()).text]).toEqual(['answer 1', 'answer 1'])
  expect(count()).toBe(1)
})

describe('embeddings', () => {
  test.each(['inMemoryEmbeddingCache', 'redisEmbeddingsCache'])(
    '%s embeds no text twice, and shares nothing between vector spaces',
    async (name) => {
      const redis = await openTinyRedis()
      const { host: redisCacheHost, port: redisCachePort } = redis.place
      const requested: string[][] = []
      const embeddings = (key: string): Embeddings => ({
        key,
        async embed(texts) {
          requested.push([...texts])
          return texts.map((text) => [text.length, 1])
        },
      })
      const build = (given: Embeddings) =>
        catalogue.get(name)?.build?.({
          ...aSurrounding({ redis: createRedisPort([redis.pair]) }),
          turn: { question: '', flowId: name, chatId: '', sessionId: '', messageId: '', vars: {} },
          inputs: { embeddings: given, ttl: 1_000 },
          credential: { redisCacheHost, redisCachePort },
        }) as Embeddings

      const first = await build(embeddings('small')).embed(['a', 'bb', 'a'])
      const second = await build(embeddings('small')).embed(['ccc', 'a'])
      await build(embeddings('small')).embed(['a'], 'query')
      await build(embeddings('large')).embed(['a'])

      expect(first).toEqual([
        [1, 1],
        [2, 1],
        [1, 1],
      ])
      expect(second).toEqual([
        [3, 1],
        [1, 1],
      ])
      expect(requested).toEqual([['a', 'bb'], ['ccc'], ['a'], ['a']])
    },
  )

  test('called by another node are reported with the name of that node', async () => {
    const held: string[] = []
    const embeddings: Embeddings = {
      key: 'k',
      embed: async (texts) => texts.map(() => [0]),
      heldBy({ id }) {
        held.push(id)
        return { key: 'k', embed: async (texts) => texts.map(() => [1]) }
      },
    }
    const cached = catalogue.get('inMemoryEmbeddingCache')?.build?.({
      ...aSurrounding(),
      inputs: { embeddings, namespace: crypto.randomUUID() },
      credential: undefined,
    }) as Embeddings

    expect(await cached.heldBy?.({ id: 'store_0', listens: false }).embed(['x'])).toEqual([[1]])
    expect(held).toEqual(['store_0'])
  })
})

describe('the text cache', () => {
  test('never exceeds its size; the most recently used entries stay', () => {
    const texts = createTextCache(30)

    texts.set('a', '123456789')
    texts.set('b', '123456789')
    texts.set('c', '123456789')
    expect(texts.get('a')).toBe('123456789')
    texts.set('d', '123456789')
    texts.set('e', 'x'.repeat(100))

    const stored = ['a', 'b', 'c', 'd', 'e'].filter((key) => texts.get(key) !== undefined)
    expect(stored).toEqual(['a', 'c', 'd'])
  })
})
