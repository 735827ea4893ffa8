import { fileURLToPath } from 'node:url'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { expect, test } from 'vitest'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { openProtectedServer } from '#server/testing/protected-mcp-server.ts'
import { createTestApp, passwordOf } from '#server/testing/test-app.ts'
import { listen } from '#server/testing/tiny-server.ts'
import { type CustomMcpServer, type ListedMcpTool, STORED_SECRET } from '#shared/custom-mcp-servers.ts'
import { customMcpServers } from './custom-mcp-servers.table.ts'

type Authorized = CustomMcpServer & { authorizationUrl: string | null }
const path = '/custom-mcp-servers'
const { signal } = new AbortController()
const byKey = { signal, idempotencyKey: 'key-1' }

async function open(hosts: string[] = [], env: Record<string, string> = {}) {
  const world = await createTestApp({ env: { OUTGOING_ALLOW: hosts.join(','), ...env } })
  const root = await world.signUp('root')
  const create = async (body: object) => (await root.call('POST', path, body)).json<CustomMcpServer>()
  const authorize = async (id: string) =>
    (await root.call('POST', `${path}/${id}/authorize`)).json<Authorized>()
  const get = async (id: string) => (await root.call('GET', `${path}/${id}`)).json<CustomMcpServer>()
  const toolsOf = async (id: string) =>
    (await root.call('GET', `${path}/${id}/tools`)).json<ListedMcpTool[]>()
  const change = (name: string, payload: object, { headers }: { headers: Record<string, string> } = root) =>
    world.app.inject({ method: 'POST', url: `/trpc/customMcpServers.${name}`, headers, payload })
  /** A changed role ends the sessions of its user. */
  async function addAdmin(username: string) {
    const { user } = await world.signUp(username)
    await root.call('PUT', `/auth/users/${user.id}`, { role: 'ADMIN' })
    const payload = { username, password: passwordOf(username) }
    const answer = await world.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload })
    const headers = { authorization: `Bearer ${answer.json().token}` }
    const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
      world.app.inject({ method, url: `/api/v1${url}`, headers, ...(body && { payload: body }) })
    return { headers, call }
  }
  const openSession = (id: string) => world.services.customMcpServers.open(root.user.id, id, signal)
  return { ...world, root, create, authorize, get, toolsOf, change, addAdmin, openSession }
}

async function openSignedIn() {
  const museum = await openProtectedServer()
  const world = await open([museum.host])
  const { id } = await world.create({ name: 'Museum', serverUrl: museum.url, authType: 'OAUTH' })
  const { authorizationUrl } = await world.authorize(id)
  const back = await museum.signIn(authorizationUrl ?? '')
  const finish = (input: object = back, who: { headers: Record<string, string> } = world.root) =>
    world.change('finishSignIn', input, who)
  return { ...world, museum, id, back, finish }
}

async function openMuseum() {
  const seen: (string | undefined)[] = []
  const names = ['get_hours', 'write_visit']
  const { origin } = await listen(async (request, response) => {
    seen.push(request.headers['x-key']?.toString())
    const server = new McpServer({ name: 'museum', version: '1' })
    for (const name of names) {
      server.registerTool(name, { description: `Tool ${name}` }, async () => ({
        content: [{ type: 'text', text: `${name} done` }],
      }))
    }
    const transport = new StreamableHTTPServerTransport({})
    await server.connect(transport as Parameters<McpServer['connect']>[0])
    await transport.handleRequest(request, response)
  })
  return { origin, host: new URL(origin).host, seen, names }
}

test('an ADMIN signs in to a server, whose tools are then listed and called', async () => {
  const { finish, toolsOf, openSession, id, museum } = await openSignedIn()

  const finished = (await finish()).json()

  expect(finished.result.data).toMatchObject({ status: 'AUTHORIZED', toolCount: 2, onCount: 2, error: null })
  expect((await toolsOf(id)).map(({ name, effect }) => [name, effect])).toEqual([
    ['get_hours', 'read'],
    ['write_visit', 'write'],
  ])
  const { call } = await openSession(id)
  expect(await call('get_hours', { day: 'Monday' }, byKey)).toBe('Monday: nine')
  expect(museum.provider.clients.size).toBe(1)
})

test('expired tokens are renewed during a run, each refresh token once', async () => {
  const { finish, openSession, id, museum, get } = await openSignedIn()
  await finish()
  const { call } = await openSession(id)

  for (const day of ['Monday', 'Tuesday']) {
    museum.provider.expire()
    expect(await call('get_hours', { day }, byKey)).toBe(`${day}: nine`)
  }
  expect((await get(id)).status).toBe('AUTHORIZED')
})

test('two calls whose token has expired renew it once and both succeed', async () => {
  const { finish, openSession, id, museum } = await openSignedIn()
  await finish()
  const { call } = await openSession(id)
  museum.provider.expire()

  const answers = await Promise.all(
    ['Monday', 'Tuesday', 'Friday'].map((day) => call('get_hours', { day }, byKey)),
  )

  expect(answers).toEqual(['Monday: nine', 'Tuesday: nine', 'Friday: nine'])
})

test('a run whose sign-in has ended says what to do, and the server is marked', async () => {
  const { finish, openSession, id, museum, get, authorize } = await openSignedIn()
  await finish()
  const { call } = await openSession(id)
  museum.provider.revoke()

  await expect(call('get_hours', { day: 'Monday' }, byKey)).rejects.toThrow('asks for a sign-in')
  await expect(openSession(id)).rejects.toThrow('asks for a sign-in')

  expect(await get(id)).toMatchObject({ status: 'PENDING', toolCount: 2 })
  expect((await authorize(id)).authorizationUrl).toContain('/authorize?')
})

test('a sign-in is finished once, by the account that began it, in time', async () => {
  const { finish, back, addAdmin } = await openSignedIn()
  const eve = await addAdmin('eve')

  expect((await finish(back, eve)).statusCode).toBe(409)
  expect((await finish({ ...back, state: `${back.state}x` })).statusCode).toBe(409)
  expect((await finish({ ...back, state: '' })).statusCode).toBe(409)
  expect((await finish()).statusCode).toBe(200)
  expect((await finish()).statusCode).toBe(409)
})

test('a code that the server rejects is reported, and the sign-in begins again', async () => {
  const { finish, back, authorize, id, museum } = await openSignedIn()

  const rejected = await finish({ ...back, code: 'forged' })
  expect(rejected.statusCode).toBe(502)

  const { authorizationUrl } = await authorize(id)
  expect((await finish(await museum.signIn(authorizationUrl ?? ''))).statusCode).toBe(200)
})

test('a server that registers no clients says so, and is signed in to with a client of its own', async () => {
  const museum = await openProtectedServer({ registers: false })
  const { create, authorize, root, change, get } = await open([museum.host])
  const { id } = await create({ name: 'Museum', serverUrl: museum.url, authType: 'OAUTH' })

  const rejected = await authorize(id)
  expect(rejected).toMatchObject({ status: 'ERROR', authorizationUrl: null })
  expect(rejected.error).toContain('registration')

  const redirect = 'http://localhost/app/tools/mcp-servers/signed-in'
  museum.provider.clients.set('ours', {
    ...{ client_id: 'ours', client_secret: 'own-secret', redirect_uris: [redirect] },
    token_endpoint_auth_method: 'client_secret_post',
  })
  const authConfig = { clientId: 'ours', clientSecret: 'own-secret' }
  await root.call('PUT', `${path}/${id}`, { authConfig })
  const { authorizationUrl } = await authorize(id)
  const finished = await change('finishSignIn', await museum.signIn(authorizationUrl ?? ''))

  expect(finished.json().result.data).toMatchObject({ status: 'AUTHORIZED', toolCount: 2 })
  expect((await get(id)).authConfig).toEqual({ clientId: 'ours', clientSecret: STORED_SECRET })
})

test('headers are sent and never shown; a masked one that is sent back stays', async () => {
  const { host, origin, seen } = await openMuseum()
  const { create, authorize, root, get, store } = await open([host])
  const made = await create({
    name: 'Museum',
    serverUrl: `${origin}/mcp?key=s3cret`,
    authType: 'CUSTOM_HEADERS',
    authConfig: { headers: { 'x-key': 'first' } },
  })
  expect(await authorize(made.id)).toMatchObject({ status: 'AUTHORIZED', toolCount: 2 })

  const shown = await get(made.id)
  expect(shown).toMatchObject({
    serverUrl: `${origin}/mcp?key=***`,
    authConfig: { headers: { 'x-key': STORED_SECRET } },
  })
  const { serverUrl, authType, authConfig } = shown
  await root.call('PUT', `${path}/${made.id}`, { name: 'Renamed', serverUrl, authType, authConfig })
  expect(await authorize(made.id)).toMatchObject({ status: 'AUTHORIZED', name: 'Renamed' })
  expect(new Set(seen)).toEqual(new Set(['first']))
  const stored = JSON.stringify(await store.db.select().from(customMcpServers))
  expect(stored).not.toMatch(/first|s3cret/)
})

test('stored headers are not sent to another host', async () => {
  const { host, origin } = await openMuseum()
  const thief = await openMuseum()
  const { create, root, get } = await open([host, thief.host])
  const { id } = await create({
    ...{ name: 'Museum', serverUrl: origin, authType: 'CUSTOM_HEADERS' },
    authConfig: { headers: { 'x-key': 'first' } },
  })

  const masked = { headers: { 'x-key': STORED_SECRET } }
  const answers = await Promise.all([
    root.call('PUT', `${path}/${id}`, { serverUrl: thief.origin, authConfig: masked }),
    root.call('PUT', `${path}/${id}`, { serverUrl: thief.origin }),
  ])

  expect(answers[0]?.json()).toMatchObject({ code: 'INVALID_INPUT' })
  expect(answers[1]?.json()).toMatchObject({ code: 'INVALID_INPUT' })
  expect((await get(id)).serverUrl).toBe(`${origin}/`)
})

test('a server that cannot be reached says why, and keeps the tools it had', async () => {
  const { create, authorize } = await open()
  const { id } = await create({ name: 'Inside', serverUrl: 'http://10.0.0.1/mcp' })

  expect(await authorize(id)).toMatchObject({ status: 'ERROR', toolCount: 0, authorizationUrl: null })
  expect((await authorize(id)).error).toContain('10.0.0.1')
})

test('flows get the tools that are on, as they were when they were listed', async () => {
  const { host, origin, names } = await openMuseum()
  const { create, authorize, change, openSession } = await open([host])
  const { id } = await create({ name: 'Museum', serverUrl: origin })
  await authorize(id)
  names.push('delete_everything')
  await change('setTool', { id, name: 'write_visit', needsApproval: true })
  const offered = async () =>
    (await openSession(id)).tools.map(({ name, needsApproval }) => [name, needsApproval])

  expect(await offered()).toEqual([
    ['get_hours', false],
    ['write_visit', true],
  ])
  await change('setTool', { id, name: 'get_hours', isOn: false })
  expect(await offered()).toEqual([['write_visit', true]])
  const unknown = await change('setTool', { id, name: 'delete_everything', isOn: true })
  expect(unknown.statusCode).toBe(404)
})

test('only programs of the configuration are started', async () => {
  const program = fileURLToPath(new URL('../../testing/stdio-museum.ts', import.meta.url))
  const MCP_PROGRAMS = JSON.stringify({
    mcpServers: { museum: { command: process.execPath, args: [program], env: { MUSEUM: 'Pera' } } },
  })
  const { create, authorize, root, openSession } = await open([], { MCP_PROGRAMS })
  const { id } = await create({ name: 'Local', serverUrl: 'stdio:museum' })

  expect(await authorize(id)).toMatchObject({ status: 'AUTHORIZED', toolCount: 1 })
  const { call } = await openSession(id)
  expect(await call('get_name', {}, byKey)).toBe('Pera, secrets: none')

  for (const serverUrl of ['stdio:other', 'stdio:../museum', 'file:///bin/sh', 'stdio:sh -c id', 'npx x']) {
    expect((await root.call('POST', path, { name: 'Shell', serverUrl })).statusCode).toBe(400)
  }
})

test('servers belong to their ADMIN', async () => {
  const { create, signUp, addAdmin, root } = await open()
  const { id } = await create({ name: 'Museum', serverUrl: 'https://mcp.example.com/mcp' })
  const eve = await signUp('eve')
  expect((await eve.call('GET', path)).statusCode).toBe(403)
  const bob = await addAdmin('bob')

  const answers = await Promise.all([
    bob.call('GET', `${path}/${id}`),
    bob.call('GET', `${path}/${id}/tools`),
    bob.call('PUT', `${path}/${id}`, { name: 'Mine' }),
    bob.call('POST', `${path}/${id}/authorize`),
    bob.call('DELETE', `${path}/${id}`),
  ])

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404])
  expect((await bob.call('GET', path)).json()).toEqual({ data: [], total: 0 })
  expect((await root.call('DELETE', `${path}/${id}`)).json()).toMatchObject({ affected: 1 })
})

test('a server lists the flows that use it', async () => {
  const { root, create, services } = await open()
  const [used, idle] = await Promise.all(
    ['Used', 'Idle'].map((name) => create({ name, serverUrl: 'https://mcp.example/mcp' })),
  )
  const flowData = JSON.stringify(
    buildFlow([{ name: 'customMcpServerTool', inputs: { mcpServerId: used?.id ?? '' } }]),
  )
  const flow = (await root.call('POST', '/chatflows', { type: 'CHATFLOW', name: 'A flow', flowData })).json()

  const uses = await services.customMcpServers.uses(root.user.id)

  expect(uses).toEqual([{ id: used?.id, flows: [{ id: flow.id, name: 'A flow' }] }])
  expect(uses.some(({ id }) => id === idle?.id)).toBe(false)
  expect(await services.customMcpServers.uses('another')).toEqual([])
})
