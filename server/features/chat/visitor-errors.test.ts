import { expect, test } from 'vitest'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { referenceTo } from '#shared/flow-file.ts'

const unavailable = 'This chatbot is not available right now.'

async function openShop({ chatbotConfig, ...fields }: Record<string, unknown> = {}) {
  const world = await createTestApp({ listen: true })
  const admin = await world.signUp('root')
  const ada = await world.signUp('ada')
  const created = await ada.call('POST', '/chatflows', {
    ...{ type: 'CHATFLOW', name: 'Shop', flowData: aDemoFlow(), isPublic: true, ...fields },
    ...(chatbotConfig !== undefined && { chatbotConfig: JSON.stringify(chatbotConfig) }),
  })
  const { id } = created.json<{ id: string }>()
  const predict = async (body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${world.url}/api/v1/prediction/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ question: 'Hello', ...body }),
    })
    return { status: response.status, text: await response.text() }
  }
  const drain = () => admin.call('POST', '/wallets/credit', { userId: ada.user.id, amount: '-4.999999' })
  const notices = async () => (await world.services.notifications.list(ada.user.id)).items
  return { ...world, admin, ada, id, predict, drain, notices }
}

test('a visitor reads that the chatbot is not available, and its owner gets the reason', async () => {
  const { predict, drain, notices, id } = await openShop()
  await drain()

  const unstreamed = await predict({})
  const stream = await predict({ streaming: true })

  expect(unstreamed.status).toBe(503)
  expect(JSON.parse(unstreamed.text)).toEqual({
    requestId: expect.any(String),
    error: unavailable,
    message: unavailable,
    code: 'UNAVAILABLE',
    statusCode: 503,
    success: false,
  })
  expect(stream.status).toBe(200)
  expect(stream.text).toBe(
    `message:\ndata:{"event":"error","data":"${unavailable}"}\n\nmessage:\ndata:{"event":"end","data":"[DONE]"}\n\n`,
  )
  expect(await notices()).toMatchObject([
    {
      kind: 'flow_failed_for_visitor',
      flowId: id,
      flowName: 'Shop',
      count: 2,
      params: { code: 'INSUFFICIENT_FUNDS', message: 'Insufficient balance. Please top up your wallet.' },
    },
  ])
})

test('the owner reads the cause directly and gets no notification', async () => {
  const { predict, drain, notices, ada } = await openShop()
  await drain()

  const { status, text } = await predict({}, ada.headers)

  expect(status).toBe(402)
  expect(text).toContain('Insufficient balance')
  expect(await notices()).toEqual([])
})

test('other users of a public flow are visitors', async () => {
  const { predict, drain, signUp } = await openShop()
  const eve = await signUp('eve')
  await drain()

  expect((await predict({}, eve.headers)).text).toContain(unavailable)
})

test.each<[string, string, string]>([
  ['a provider that refuses', 'Hello [[sandbox error=503]]', 'UPSTREAM_FAILED'],
  ['a provider that breaks off', 'Hello [[sandbox tokens=50 cut=10]]', 'UPSTREAM_FAILED'],
])('%s is reported to the owner only, naming the node', async (_, question, code) => {
  const { predict, notices } = await openShop()

  const unstreamed = await predict({ question })
  const stream = await predict({ question, streaming: true })

  expect(JSON.parse(unstreamed.text)).toMatchObject({ message: unavailable, statusCode: 503 })
  expect(stream.text).toContain(unavailable)
  expect(`${unstreamed.text}${stream.text}`).not.toMatch(/sandbox|Flowtill|Conversation Chain|provider/i)
  expect(await notices()).toMatchObject([{ count: 2, params: { code, node: expect.any(String) } }])
})

test('a flow that cannot run names none of its nodes to visitors', async () => {
  const { predict, ada, id, notices } = await openShop()
  const flowData = aDemoFlow().replace('{{flowtillDemoModel_0.data.instance}}', '')
  await ada.call('PUT', `/chatflows/${id}`, { flowData })

  const unstreamed = await predict({})
  const stream = await predict({ streaming: true })

  expect(`${unstreamed.text}${stream.text}`).not.toMatch(/Chat Model|conversationChain/)
  expect(await notices()).toMatchObject([{ params: { code: 'INVALID_FLOW' } }])
})

test('a missing credential and a server path are shown to the owner only', async () => {
  const database = buildFlow([
    { name: 'flowtillDemoModel' },
    {
      name: 'sqlDatabaseChain',
      inputs: { model: referenceTo('flowtillDemoModel_0'), database: 'sqlite', url: '/etc/passwd' },
    },
  ])
  const { predict, ada, notices } = await openShop({ flowData: JSON.stringify(database) })

  const visitor = await predict({ question: 'How many users are there?' })
  const owner = await predict({ question: 'How many users are there?' }, ada.headers)

  expect(visitor.text).toContain(unavailable)
  expect(owner.status).toBe(403)
  expect(`${owner.text}${JSON.stringify(await notices())}`).not.toMatch(/flowtill-data|\/tmp/)
})

test('the flow’s own error text replaces ours', async () => {
  const { predict, drain } = await openShop({ chatbotConfig: { errorMessage: 'Back at nine. ' } })
  await drain()

  expect(JSON.parse((await predict({})).text).message).toBe('Back at nine.')
  expect((await predict({ streaming: true })).text).toContain('"Back at nine."')
})

test('errors caused by a visitor stay unchanged and send no notification', async () => {
  const { predict, ada, id, notices } = await openShop()
  const exe = { type: 'file', name: 'a.exe', mime: 'application/x-msdownload', data: 'data:a/b;base64,AAAA' }

  expect(JSON.parse((await predict({ question: '' })).text).code).toBe('INVALID_INPUT')
  expect(JSON.parse((await predict({ uploads: [exe] })).text).message).toBe('This file type is not allowed.')
  const rateLimit = { status: true, limitMax: 1, limitDuration: 60, limitMsg: 'Slow.' }
  await ada.call('PUT', `/chatflows/${id}`, { apiConfig: JSON.stringify({ rateLimit }) })
  await predict({})
  expect(await predict({})).toEqual({ status: 429, text: 'Slow.' })
  expect(await notices()).toEqual([])
})

test('a visitor sees that a tool failed, but not why', async () => {
  const agent = buildFlow([
    { name: 'flowtillDemoModel' },
    { name: 'bufferMemory' },
    {
      name: 'requestsGet',
      inputs: {
        requestsGetUrl: 'http://10.1.2.3/inside',
        requestsGetName: 'stock',
        requestsGetDescription: 'Get the stock of warm socks',
      },
    },
    {
      name: 'toolAgent',
      inputs: {
        model: referenceTo('flowtillDemoModel_0'),
        memory: referenceTo('bufferMemory_0'),
        tools: [referenceTo('requestsGet_0')],
      },
    },
  ])
  const { predict, ada } = await openShop({ flowData: JSON.stringify(agent) })
  const question = 'Get the stock of warm socks'

  const owner = JSON.parse((await predict({ question }, ada.headers)).text)
  const visitor = JSON.parse((await predict({ question })).text)
  const stream = await predict({ question, streaming: true })

  expect(owner.usedTools).toMatchObject([{ tool: 'stock', error: expect.any(String) }])
  expect(owner.usedTools[0].error).not.toBe('The tool failed.')
  expect(visitor.usedTools).toMatchObject([
    { tool: 'stock', error: 'The tool failed.', toolOutput: 'Error: The tool failed.' },
  ])
  expect(stream.text).toContain('"error":"The tool failed."')
})
