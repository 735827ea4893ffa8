import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect, onTestFinished, test } from 'vitest'
import { runs } from '#server/features/runs/runs.table.ts'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { aControlFlow } from '#server/testing/run-test-program.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { ApiKey } from '#shared/api-keys.ts'
import type { McpServer } from '#shared/mcp-server.ts'
import { mcpTokens } from './mcp-tokens.table.ts'

const offered = { toolName: 'ask_the_museum', description: 'Knows when the museum is open.' }

async function open() {
  const world = await createTestApp({ listen: true })
  const root = await world.signUp('root')
  const eve = await world.signUp('eve')
  const create = async (name: string, more: object = {}) => {
    const flow = { type: 'CHATFLOW', name, flowData: aDemoFlow(), ...more }
    return (await root.call('POST', '/chatflows', flow)).json<{ id: string }>().id
  }
  const id = await create('Museum')
  const at = (path = '') => `/mcp-server/${id}${path}`
  const settings = async () => (await root.call('GET', at())).json<McpServer>()
  const offer = async (body: object = offered) => (await root.call('POST', at(), body)).json<McpServer>()
  /** The SDK of the protocol, as other programs use it. */
  async function connect(path: string, token: string) {
    const client = new Client({ name: 'test', version: '1' })
    const transport = new StreamableHTTPClientTransport(new URL(`${world.url}/api/v1/mcp${path}`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    })
    await client.connect(transport)
    onTestFinished(() => client.close())
    return client
  }
  const send = (payload: object | string, headers: Record<string, string>, path = `/${id}`) =>
    world.app.inject({
      ...{ method: 'POST', url: `/api/v1/mcp${path}` },
      headers: {
        ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        ...headers,
      },
      payload,
    })
  return { ...world, root, eve, id, create, at, settings, offer, connect, send }
}

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
const textOf = (result: object) => (result as { content: { text: string }[] }).content[0]?.text

test('the client of the SDK lists the flow as a tool and calls it, and its owner pays', async () => {
  const { offer, connect, id, store, root } = await open()
  const { token, enabled } = await offer()
  expect(token).toMatch(/^[0-9a-f]{32}$/)
  expect(enabled).toBe(true)
  const client = await connect(`/${id}`, token)

  const { tools } = await client.listTools()
  const result = await client.callTool({ name: 'ask_the_museum', arguments: { question: 'What is 12 * 7?' } })

  expect(tools).toMatchObject([
    { name: 'ask_the_museum', description: offered.description, inputSchema: { required: ['question'] } },
  ])
  expect(textOf(result)).toContain('84')
  const [run] = await store.db.select().from(runs)
  expect(run).toMatchObject({ flowId: id, userId: root.user.id, chatType: 'MCP', state: 'finished' })
  expect(run?.costMicro).toBeGreaterThan(0)
})

test('a call with a progress token is streamed', async () => {
  const { offer, connect, id } = await open()
  const client = await connect(`/${id}`, (await offer()).token)

  const result = await client.callTool(
    { name: 'ask_the_museum', arguments: { question: 'What is 6 * 7?' } },
    undefined,
    { onprogress: () => undefined },
  )

  expect(textOf(result)).toContain('42')
})

test('a missing, wrong or replaced token is rejected, and so is a flow that is not offered', async () => {
  const { offer, send, id, root, at, store } = await open()
  const { token } = await offer()
  const bearer = (value: string) => ({ authorization: `Bearer ${value}` })
  const error = { jsonrpc: '2.0', id: null, error: { code: -32_001, message: expect.any(String) } }

  for (const headers of [
    {},
    bearer(token.replace(/^./, 'x')),
    { authorization: root.headers.authorization },
  ]) {
    const response = await send(list, headers)
    expect(response.statusCode).toBe(401)
    expect(response.headers['www-authenticate']).toBe('Bearer')
    expect(response.json()).toMatchObject(error)
  }
  const replaced = (await root.call('POST', at('/refresh'))).json<McpServer>()
  expect((await send(list, bearer(token))).statusCode).toBe(401)
  expect((await send(list, bearer(replaced.token))).statusCode).toBe(200)
  expect((await root.call('DELETE', at())).json()).toEqual({ message: 'MCP server config disabled' })
  expect((await send(list, bearer(replaced.token))).json()).toMatchObject(error)
  expect((await send(list, bearer(replaced.token), '/none')).statusCode).toBe(404)

  await root.call('DELETE', `/chatflows/${id}`)
  expect(await store.db.$count(mcpTokens)).toBe(0)
})

test('the token is shown once, and offering the flow again keeps it', async () => {
  const { offer, settings, store, root, at } = await open()
  expect(await settings()).toEqual({ enabled: false, token: '', description: '', toolName: '' })
  const { token } = await offer()

  expect(await offer({ ...offered, toolName: 'museum' })).toEqual({
    ...{ enabled: true, toolName: 'museum', description: offered.description },
    token: `…${token.slice(-4)}`,
  })
  const changed = (await root.call('PUT', at(), { enabled: false, description: 'Closed.' })).json()
  expect(changed).toMatchObject({ enabled: false, toolName: 'museum', description: 'Closed.' })
  expect(JSON.stringify(await store.db.select().from(mcpTokens))).not.toContain(token)
  const exported = (await root.call('GET', at().replace('mcp-server', 'chatflows'))).body
  expect(exported).not.toContain(token)
})

test('names and descriptions that clients do not accept are rejected, and so are other users', async () => {
  const { root, eve, at } = await open()

  for (const body of [
    { ...offered, toolName: 'two words' },
    { ...offered, description: ' ' },
    { toolName: 'a' },
  ]) {
    const response = await root.call('POST', at(), body)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'INVALID_INPUT' })
  }
  expect((await root.call('PUT', at(), { enabled: true })).statusCode).toBe(400)
  for (const method of ['GET', 'DELETE'] as const) {
    expect((await eve.call(method, at())).statusCode).toBe(404)
  }
  expect((await eve.call('POST', at('/refresh'))).statusCode).toBe(404)
})

test('messages that the protocol does not know are answered with its errors', async () => {
  const { offer, send, id } = await open()
  const { token } = await offer()
  const headers = { authorization: `Bearer ${token}` }
  const call = (params: object) => send({ ...list, method: 'tools/call', params }, headers)

  expect((await send({ ...list, method: 'tools/burn' }, headers)).json()).toMatchObject({
    error: { code: -32_601 },
  })
  expect((await send([list, list], headers)).statusCode).toBe(400)
  expect((await send('{"jsonrpc":', headers)).statusCode).toBe(400)
  expect((await send(list, { ...headers, accept: 'text/html' })).statusCode).toBe(406)
  const get = await send(list, headers, `/${id}`)
  expect(get.statusCode).toBe(200)
  const unknown = (await call({ name: 'other', arguments: {} })).json()
  expect(unknown.result).toMatchObject({
    isError: true,
    content: [{ text: 'There is no tool named other.' }],
  })
  const empty = (await call({ name: offered.toolName, arguments: { question: ' ' } })).json()
  expect(empty.result).toMatchObject({ isError: true })
})

test('GET and DELETE are not served', async () => {
  const { app, id } = await open()
  for (const method of ['GET', 'DELETE'] as const) {
    for (const url of [`/api/v1/mcp/${id}`, '/api/v1/mcp']) {
      const response = await app.inject({ method, url })
      expect(response.statusCode, `${method} ${url}`).toBe(405)
      expect(response.headers.allow).toContain('POST')
    }
  }
})

test('the fields of a form are the arguments of the tool', async () => {
  const { create, connect, root } = await open()
  const file = aControlFlow(
    [
      {
        ...{ id: 'start', name: 'startAgentflow', label: 'Start' },
        inputs: {
          startInputType: 'formInput',
          formTitle: 'Tickets',
          formInputTypes: [
            { type: 'string', label: 'City', name: 'city' },
            { type: 'number', label: 'Visitors', name: 'visitors' },
            {
              type: 'options',
              label: 'Day',
              name: 'day',
              addOptions: [{ option: 'today' }, { option: 'tomorrow' }],
            },
          ],
        },
      },
      {
        ...{ id: 'reply', name: 'directReplyAgentflow', label: 'Reply' },
        inputs: { directReplyMessage: '{{ $form.visitors }} for {{ $form.city }} {{ $form.day }}' },
      },
    ],
    ['start -> reply'],
  )
  const form = await create('Tickets', { type: 'AGENTFLOW', flowData: JSON.stringify(file) })
  const body = { toolName: 'book', description: 'Books tickets.' }
  const { token } = (await root.call('POST', `/mcp-server/${form}`, body)).json<McpServer>()
  const client = await connect(`/${form}`, token)

  const { tools } = await client.listTools()
  const booked = await client.callTool({
    name: 'book',
    arguments: { city: 'İzmir', visitors: 3, day: 'today' },
  })
  const rejected = await client.callTool({ name: 'book', arguments: { city: 'İzmir', visitors: 'three' } })

  expect(tools[0]?.inputSchema).toMatchObject({
    properties: {
      city: { type: 'string', description: 'City' },
      visitors: { type: 'number' },
      day: { enum: ['today', 'tomorrow'] },
    },
    required: ['city', 'visitors', 'day'],
  })
  expect(textOf(booked)).toBe('3 for İzmir today')
  expect(rejected.isError).toBe(true)
  expect(textOf(rejected)).toContain('visitors')
})

test('with a key that may ask flows, every published flow of its owner is a tool', async () => {
  const { create, connect, root, eve, send } = await open()
  await create('Müze rehberi', { description: 'Answers visitors.' })
  await create('Müze rehberi')
  const start = {
    id: 'start',
    name: 'startAgentflow',
    label: 'Start',
    inputs: { startInputType: 'webhookTrigger' },
  }
  await create('Hook', { type: 'AGENTFLOW', flowData: JSON.stringify(aControlFlow([start], [])) })
  await eve.call('POST', '/chatflows', { type: 'CHATFLOW', name: 'Secret', flowData: aDemoFlow() })
  const keyOf = async (keyName: string, permissions: string[]) => {
    await root.stepUp()
    const keys = (await root.call('POST', '/apikey', { keyName, permissions })).json<ApiKey[]>()
    return keys.find((key) => key.keyName === keyName)?.apiKey ?? ''
  }
  const client = await connect('', await keyOf('asks', ['flows:ask']))

  const { tools } = await client.listTools()
  const result = await client.callTool({ name: 'Muze_rehberi_2', arguments: { question: 'What is 3 * 5?' } })

  expect(tools.map(({ name }) => name).toSorted()).toEqual(['Museum', 'Muze_rehberi', 'Muze_rehberi_2'])
  expect(tools.map(({ description }) => description)).toContain('Answers visitors.')
  expect(textOf(result)).toContain('15')
  const reader = { authorization: `Bearer ${await keyOf('reads', ['chatflows:view'])}` }
  expect((await send(list, reader, '')).statusCode).toBe(403)
  expect((await send(list, {}, '')).statusCode).toBe(401)
})

test('the owner’s limit of questions applies to calls, and the model reads its message', async () => {
  const { offer, connect, id, root } = await open()
  const rateLimit = { status: true, limitMax: 1, limitDuration: 60, limitMsg: 'Slowly, please.' }
  await root.call('PUT', `/chatflows/${id}`, { apiConfig: JSON.stringify({ rateLimit }) })
  const client = await connect(`/${id}`, (await offer()).token)
  const call = () => client.callTool({ name: 'ask_the_museum', arguments: { question: 'What is 1 * 1?' } })

  expect((await call()).isError).toBeUndefined()
  expect(await call()).toMatchObject({ isError: true, content: [{ text: 'Slowly, please.' }] })
})
