import { expect, onTestFinished, test } from 'vitest'
import { auditEntries } from '#server/features/audit/audit.table.ts'
import { credentials } from '#server/features/credentials/credentials.table.ts'
import { makeExampleFlow } from '#server/features/flows/example-flow.ts'
import { modelCalls } from '#server/features/usage/usage.table.ts'
import { checkLedger } from '#server/features/wallet/check-ledger.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { openModelStub, RIGHT_KEY } from '#server/testing/model-stub.ts'
import { createTestApp } from '#server/testing/test-app.ts'

type Stub = Parameters<typeof openModelStub>[0]

async function openStub(options: Stub = {}) {
  const stub = await openModelStub(options)
  onTestFinished(stub.close)
  return stub
}

async function openOffice({
  env = {},
  stub: options = {},
}: {
  env?: Record<string, string>
  stub?: Stub
} = {}) {
  const stub = await openStub(options)
  const world = await createTestApp({
    listen: true,
    env: { OUTGOING_ALLOW: stub.host, LOCAL_MODEL_PORTS: 'ollama:9,lmstudio:9,llamacpp:9', ...env },
    through: (fetch) => (input, init) =>
      fetch(String(input).replace('https://api.openai.com', `http://${stub.host}`), init),
  })
  const root = await world.signUp('root')
  const ada = await world.signUp('ada')
  const flowData = makeExampleFlow(catalogue)
  const flow = (await ada.call('POST', '/chatflows', { type: 'CHATFLOW', name: 'Shop', flowData })).json<{
    id: string
  }>()
  async function call(
    route: string,
    input: object | undefined,
    { headers }: Pick<typeof root, 'headers'> = root,
  ) {
    const url = `/trpc/defaultModel.${route}`
    const response = await world.app.inject(
      route === 'get' || route === 'offers'
        ? { method: 'GET', url, headers }
        : { method: 'POST', url, headers, payload: input ?? {} },
    )
    const { result, error } = response.json()
    return { status: response.statusCode, data: result?.data, message: error?.message as string }
  }
  const predict = async () =>
    (await ada.call('POST', `/prediction/${flow.id}`, { question: 'Hello?' })).json()
  const calls = () => world.store.db.select().from(modelCalls)
  return { ...world, stub, root, ada, flow, call, predict, calls }
}

const openAI = { from: 'key', service: 'openai', apiKey: RIGHT_KEY }
const compatible = (baseUrl: string) => ({ from: 'key', service: 'compatible', apiKey: RIGHT_KEY, baseUrl })

test('without a choice the demo model answers', async () => {
  const { call, predict, calls, ada } = await openOffice()

  expect((await call('get', undefined, ada)).data).toMatchObject({ isDemo: true, model: 'flowtill-demo' })
  expect(await predict()).toMatchObject({ text: expect.stringMatching(/./) })
  expect(await calls()).toMatchObject([
    { provider: 'flowtill', model: 'flowtill-demo', nodeId: 'chatDefault_0' },
  ])
})

test('a wrong key returns the service’s own message, and nothing is stored', async () => {
  const { call, store } = await openOffice()
  const before = (await store.db.select().from(credentials)).length

  const { status, message } = await call('connect', { source: { ...openAI, apiKey: 'wrong' } })

  expect([status, message]).toEqual([400, expect.stringContaining('Incorrect API key provided')])
  expect((await call('set', { source: { ...openAI, apiKey: 'wrong' }, model: 'gpt-5-mini' })).status).toBe(
    400,
  )
  expect(await store.db.select().from(credentials)).toHaveLength(before)
})

test('a correct key lists chat models with their prices and suggests one', async () => {
  const { call } = await openOffice({ stub: { models: ['gpt-4o', 'gpt-5-mini', 'whisper-1', 'unheard-of'] } })

  expect((await call('connect', { source: openAI })).data).toMatchObject({
    provider: 'openai',
    models: [
      { name: 'gpt-4o', price: { inputUsdPerMillion: expect.any(String) } },
      { name: 'gpt-5-mini' },
      { name: 'unheard-of', price: null },
    ],
    suggested: 'gpt-5-mini',
  })
})

test('the next run uses the new default and is charged by the price table', async () => {
  const { call, predict, calls, services, ada, flow, store, stub } = await openOffice()
  await predict()

  const { data } = await call('set', { source: openAI, model: 'gpt-5-mini' })

  expect(data).toMatchObject({
    isDemo: false,
    provider: 'openai',
    providerLabel: 'OpenAI',
    model: 'gpt-5-mini',
  })
  expect(stub.questions).toHaveLength(1)
  const estimate = await services.chat.estimate(ada.user.id, flow.id)
  expect(estimate.lines).toMatchObject([{ provider: 'openai', model: 'gpt-5-mini', paidBy: 'platform' }])
  expect((await predict()).text).toBe('The stub answers.')
  const price = await services.usage.prices.find(store.db, 'openai', 'gpt-5-mini')
  const cost = Math.ceil((1_000 * (price?.inputPico ?? 0) + 200 * (price?.outputPico ?? 0)) / 1_000_000)
  expect((await calls()).at(-1)).toMatchObject({ provider: 'openai', model: 'gpt-5-mini', costMicro: cost })
  expect(cost).toBeGreaterThan(0)
  expect(await checkLedger(store.db)).toEqual([])

  await call('clear', undefined)
  await predict()
  expect((await calls()).at(-1)).toMatchObject({ provider: 'flowtill' })
})

test('the choice is audited without the key, which is a shared credential', async () => {
  const { call, store, ada } = await openOffice()

  await call('set', { source: openAI, model: 'gpt-5-mini' })

  const entries = await store.db.select().from(auditEntries)
  expect(entries.find(({ action }) => action === 'defaultModel.set')?.details).toEqual({
    provider: 'openai',
    model: 'gpt-5-mini',
  })
  expect(JSON.stringify(entries)).not.toContain(RIGHT_KEY)
  const shown = (await ada.call('GET', '/credentials?credentialName=openAIApi')).json()
  expect(shown).toContainEqual(expect.objectContaining({ name: 'OpenAI', shared: true, own: false }))
})

test('only ADMINs list, connect and choose models; every user can read the default model', async () => {
  const { call, ada } = await openOffice({ env: { OPENAI_API_KEY: RIGHT_KEY } })

  for (const [route, input] of [
    ['offers', undefined],
    ['connect', { source: openAI }],
    ['set', { source: openAI, model: 'gpt-5-mini' }],
    ['clear', {}],
  ] as const) {
    expect([route, (await call(route, input, ada)).status]).toEqual([route, 403])
  }
  expect((await call('get', undefined, ada)).status).toBe(200)
})

test('a key of the environment is offered by name, never shown, and used', async () => {
  const { call, predict } = await openOffice({ env: { OPENAI_API_KEY: RIGHT_KEY } })

  const { data } = await call('offers', undefined)
  expect(data.environment).toEqual([{ name: 'OPENAI_API_KEY', service: 'openai', baseUrl: null }])
  expect(JSON.stringify(data)).not.toContain(RIGHT_KEY)
  await call('set', { source: { from: 'environment', name: 'OPENAI_API_KEY' }, model: 'gpt-5-mini' })
  expect((await predict()).text).toBe('The stub answers.')
  const unset = { source: { from: 'environment', name: 'ANTHROPIC_API_KEY' } }
  expect((await call('connect', unset)).message).toBe('ANTHROPIC_API_KEY is not set on this server.')
})

test('a model server on this machine is detected, used with a price of 0, and no other port is opened', async () => {
  const ollama = await openStub({
    protocol: 'ollama',
    models: ['llama3.2', 'nomic-embed-text'],
    reply: 'From here.',
  })
  const ports = `ollama:${ollama.port},lmstudio:9,llamacpp:9`
  const { call, predict, calls, ada } = await openOffice({ env: { LOCAL_MODEL_PORTS: ports } })

  expect((await call('offers', undefined)).data.local).toEqual([
    { service: 'ollama', address: ollama.host, models: ['llama3.2'] },
  ])
  const source = { from: 'local', service: 'ollama' }
  const price = { inputUsdPerMillion: '0', outputUsdPerMillion: '0' }
  expect((await call('set', { source, model: 'llama3.2' })).message).toMatch(
    /no price on this server\. Set one here/,
  )
  expect((await call('set', { source, model: 'llama3.2', price })).status).toBe(200)

  expect((await predict()).text).toBe('From here.')
  expect((await calls()).at(-1)).toMatchObject({ provider: 'ollama', model: 'llama3.2', costMicro: 0 })
  const other = await call('connect', { source: compatible(`http://${ollama.host}/v1`) })
  expect(other.message).toMatch(/private address/)
  const typed = {
    name: 'x',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: 'x', basePath: ollama.url },
  }
  const own = await ada.call('POST', '/credentials', typed)
  expect(own.statusCode).toBe(200)
  const tried = await ada.call('POST', '/node-load-method/chatOpenAI', {
    loadMethod: 'listModels',
    credential: own.json().id,
  })
  expect(tried.body).not.toContain('llama3.2')
})

test('a compatible server at a private address is rejected unless it is allowed', async () => {
  const { call } = await openOffice({ env: { OUTGOING_ALLOW: '' } })

  const { status, message } = await call('connect', { source: compatible('http://127.0.0.1:8099/v1') })

  expect([status, message]).toEqual([400, expect.stringContaining('OUTGOING_ALLOW')])
})

test('an unpriced model of a compatible server gets the price entered with it', async () => {
  const { call, predict, calls, stub } = await openOffice({ stub: { models: ['house-model'] } })
  const source = compatible(stub.url)
  const price = { inputUsdPerMillion: '1', outputUsdPerMillion: '2' }

  expect((await call('connect', { source })).data).toMatchObject({
    provider: 'compatible',
    models: [{ name: 'house-model', price: null }],
    suggested: 'house-model',
  })
  await call('set', { source, model: 'house-model', price })
  await predict()

  expect((await calls()).at(-1)).toMatchObject({
    provider: 'compatible',
    model: 'house-model',
    costMicro: 1_400,
  })
})

test('a stored shared credential can be selected, and not removed while in use', async () => {
  const { call, root } = await openOffice()
  const body = {
    name: 'House',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: RIGHT_KEY },
    shared: true,
  }
  const { id } = (await root.call('POST', '/credentials', body)).json()

  expect((await call('offers', undefined)).data.credentials).toEqual([
    { id, name: 'House', service: 'openai' },
  ])
  const source = { from: 'credential', id }
  expect((await call('set', { source, model: 'gpt-5-mini' })).data).toMatchObject({ provider: 'openai' })

  expect((await root.call('DELETE', `/credentials/${id}`)).statusCode).toBe(409)
  expect((await root.call('PUT', `/credentials/${id}`, { shared: false })).statusCode).toBe(409)
  await call('clear', {})
  expect((await root.call('DELETE', `/credentials/${id}`)).statusCode).toBe(200)
})

test('without the sandbox and a default model the question is rejected with instructions', async () => {
  const { predict } = await openOffice({ env: { SANDBOX: 'off' } })

  expect((await predict()).message).toMatch(/no default model yet\. An administrator can connect one/)
})
