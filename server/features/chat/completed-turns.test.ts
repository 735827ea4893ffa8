import { expect, test } from 'vitest'
import { runs } from '#server/features/runs/runs.table.ts'
import { aConversationFlow } from '#server/testing/conversation-flow.ts'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { openTinyRedis } from '#server/upstream/redis/testing/tiny-redis.ts'

async function openShop({ flowData = aDemoFlow(), env = {}, ...fields }: Record<string, unknown> = {}) {
  const prompts: string[][] = []
  let time = Date.parse('2026-11-22T10:00:00Z')
  const world = await createTestApp({
    listen: true,
    env: env as Record<string, string>,
    now: () => {
      time += 1_000
      return new Date(time)
    },
    through: (fetch) => (input, init) => {
      if (String(input).endsWith('/chat/completions')) {
        const { messages } = JSON.parse(String(init?.body)) as { messages: { content: string }[] }
        prompts.push(messages.slice(1).map(({ content }) => content))
      }
      return fetch(input, init)
    },
  })
  const admin = await world.signUp('root')
  const ada = await world.signUp('ada')
  const created = await ada.call('POST', '/chatflows', {
    type: 'CHATFLOW',
    name: 'Shop',
    flowData,
    ...fields,
  })
  const { id } = created.json<{ id: string }>()
  const predict = (question: string, more: object = {}) =>
    ada.call('POST', `/prediction/${id}`, { question, chatId: 'c1', ...more })
  const transcript = async () =>
    ((await ada.call('GET', `/chatmessage/${id}`)).json() as { content: string }[]).map(
      ({ content }) => content,
    )
  const lastPrompt = () => prompts.at(-1)
  const credit = (amount: string) => admin.call('POST', '/wallets/credit', { userId: ada.user.id, amount })
  const later = (ms: number) => {
    time += ms
  }
  return { ...world, admin, ada, id, predict, transcript, lastPrompt, credit, later }
}

test('a question rejected by its provider is in the transcript and not sent again', async () => {
  const { predict, transcript, lastPrompt } = await openShop()
  await predict('Where are you?')
  const rejected = 'A bad one [[sandbox error=503]]'
  expect((await predict(rejected)).statusCode).toBe(502)

  const { text } = (await predict('And now?')).json()

  expect(lastPrompt()).toEqual(['Where are you?', expect.any(String), 'And now?'])
  expect(await transcript()).toEqual(['Where are you?', expect.any(String), rejected, 'And now?', text])
})

test('a question that an empty wallet could not pay is in the transcript and not sent again', async () => {
  const { predict, transcript, lastPrompt, credit } = await openShop()
  await credit('-4.999999')
  expect((await predict('Who pays?')).statusCode).toBe(402)
  await credit('4')

  await predict('And now?')

  expect(lastPrompt()).toEqual(['And now?'])
  expect(await transcript()).toEqual(['Who pays?', 'And now?', expect.any(String)])
})

test('a question with a stopped answer is in the transcript, with the partial answer, and not sent again', async () => {
  const { predict, transcript, lastPrompt, url, id, ada } = await openShop()
  const question = 'Tell me all [[sandbox tokens=500 delay=10]]'
  const response = await fetch(`${url}/api/v1/prediction/${id}`, {
    method: 'POST',
    headers: { ...ada.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ question, chatId: 'c1', streaming: true }),
  })
  const reader = response.body?.getReader()
  await reader?.read()
  await fetch(`${url}/api/v1/chatmessage/abort/${id}/c1`, { method: 'PUT' })
  while (!(await reader?.read())?.done) {}

  await predict('And now?')

  expect(lastPrompt()).toEqual(['And now?'])
  expect((await transcript())[0]).toBe(question)
})

test('a question left by a killed process is not sent again, before or after its run is closed', async () => {
  const { predict, lastPrompt, services, store, ada, id, later, transcript } = await openShop()
  await predict('Where are you?')
  const [{ versionId } = { versionId: '' }] = await store.db.select().from(runs)
  const left = services.runs.start({
    ...{ flowId: id, versionId, userId: ada.user.id, chatId: 'c1', sessionId: 'c1', chatType: 'EXTERNAL' },
    ...{ memoryType: undefined, question: 'Left alone', leadEmail: undefined, messageId: services.newId() },
  })
  await left.log.append({ type: 'node_started', nodeId: 'a', label: 'A' })
  left.close()

  await predict('Before')
  const whileRunning = lastPrompt()
  later(86_400_000)
  expect(await services.runs.recover()).toBe(1)
  await predict('After')

  expect(whileRunning).not.toContain('Left alone')
  expect(lastPrompt()).not.toContain('Left alone')
  expect(lastPrompt()).toContain('Before')
  expect(await transcript()).toContain('Left alone')
})

test('a rerun on the canvas includes the turns completed before it', async () => {
  const { lastPrompt, services, ada, id } = await openShop()
  const { chat, runs: running } = services
  const request = async (question: string, more: object = {}) => {
    const { runId } = await chat.runOnCanvas(ada.user.id, { flowId: id, question, chatId: 'c1', ...more })
    await readToEnd(await running.watch(ada.user.id, runId, 0, undefined))
    return runId
  }
  await request('First')
  await request('Bad [[sandbox error=503]]')
  const again = await request('Second')
  await request('Third')

  await request('Second, again', { reuse: { runId: again, from: 'conversationChain_0' } })

  expect(lastPrompt()).toEqual(['First', expect.any(String), 'Second, again'])
})

test('an external memory receives completed turns only', async () => {
  const redis = await openTinyRedis({})
  const memory = { name: 'RedisBackedChatMemory', credential: 'later', inputs: { sessionId: '' } }
  const { predict, ada, id } = await openShop({ env: { OUTGOING_ALLOW: redis.pair } })
  const credential = await ada.call('POST', '/credentials', {
    name: 'Redis',
    credentialName: 'redisCacheApi',
    plainDataObj: { redisUrl: `redis://${redis.pair}/0` },
  })
  expect(credential.statusCode, credential.body).toBe(200)
  const flowData = JSON.stringify(
    aConversationFlow({ memory: { ...memory, credential: credential.json().id } }),
  )
  await ada.call('PUT', `/chatflows/${id}`, { flowData })
  await predict('Good')
  await predict('Bad [[sandbox error=503]]')

  const stored = (redis.lists.get('c1') ?? []).map((text) => JSON.parse(text))

  expect(stored).toMatchObject([{ type: 'ai' }, { type: 'human', data: { content: 'Good' } }])
})

async function readToEnd(events: AsyncIterable<unknown>) {
  for await (const _ of events) {
  }
}
