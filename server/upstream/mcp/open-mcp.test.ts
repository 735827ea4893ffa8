import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { Tool } from '#server/engine/handles.ts'
import { customMCP } from '#server/nodes/tools/mcp/custom-mcp.node.ts'
import { aSurrounding } from '#server/testing/node-call.ts'
import { listen } from '#server/testing/tiny-server.ts'
import { createGuardedFetch } from '#server/upstream/guarded-fetch.ts'
import { createOpenMcp } from './open-mcp.ts'

const { signal } = new AbortController()
const byKey = { signal, idempotencyKey: 'key-1' }

async function openServer() {
  const keys: (string | undefined)[] = []
  const metas: unknown[] = []
  const make = () => {
    const server = new McpServer({ name: 'museum', version: '1' })
    server.registerTool(
      'delete_visit',
      { description: 'Deletes', annotations: { idempotentHint: true } },
      async ({ _meta }) => {
        metas.push(_meta)
        return { content: [] }
      },
    )
    server.registerTool('write_visit', { description: 'Books' }, async () => {
      throw new Error('Fully booked')
    })
    server.registerTool(
      'get_hours',
      {
        description: 'Opening hours',
        inputSchema: { day: z.string() },
        annotations: { readOnlyHint: true, idempotentHint: true },
      },
      async ({ day }) => ({ content: [{ type: 'text', text: `${day}: nine` }] }),
    )
    onTestFinished(() => server.close())
    return server
  }
  const older = new Map<string, SSEServerTransport>()
  const { origin, hits } = await listen(async (request, response) => {
    keys.push(request.headers.authorization)
    const url = new URL(request.url ?? '', 'http://x')
    if (url.pathname === '/mcp') {
      const transport = new StreamableHTTPServerTransport({})
      await make().connect(transport as Parameters<McpServer['connect']>[0])
      await transport.handleRequest(request, response)
    } else if (url.pathname === '/sse' && request.method === 'GET') {
      const transport = new SSEServerTransport('/messages', response)
      older.set(transport.sessionId, transport)
      await make().connect(transport)
    } else if (url.pathname === '/messages') {
      await older.get(url.searchParams.get('sessionId') ?? '')?.handlePostMessage(request, response)
    } else {
      response.writeHead(404).end()
    }
  })
  const fetch = createGuardedFetch({ allow: [new URL(origin).host], own: () => undefined })
  return { origin, hits, keys, metas, openMcp: createOpenMcp({ fetch }) }
}

test.each(['mcp', 'sse'])('tools at /%s are listed and called, with the headers given', async (path) => {
  const { origin, keys, openMcp } = await openServer()

  const { tools, call } = await openMcp(
    { url: `${origin}/${path}`, headers: { Authorization: 'Bearer k' } },
    signal,
  )

  expect(tools.map(({ name }) => name)).toEqual(['delete_visit', 'write_visit', 'get_hours'])
  expect(tools[2]?.parameters).toMatchObject({
    type: 'object',
    properties: { day: { type: 'string' } },
    required: ['day'],
  })
  expect(await call('get_hours', { day: 'Monday' }, byKey)).toBe('Monday: nine')
  await expect(call('write_visit', {}, byKey)).rejects.toMatchObject({
    code: 'UPSTREAM_FAILED',
    message: 'Fully booked',
  })
  expect(new Set(keys)).toEqual(new Set(['Bearer k']))
})

test('identical server settings share one session', async () => {
  const { origin, hits, openMcp } = await openServer()
  const url = `${origin}/mcp`
  await openMcp({ url }, signal)
  const before = hits()

  await openMcp({ url }, signal)
  expect(hits()).toBe(before)
  await openMcp({ url, headers: { a: 'b' } }, signal)
  expect(hits()).toBeGreaterThan(before)
})

test('an invalid address and a forbidden address are reported as such', async () => {
  const { origin } = await openServer()
  const guarded = createOpenMcp({ fetch: createGuardedFetch({ allow: [], own: () => undefined }) })
  const { openMcp } = await openServer()

  await expect(guarded({ url: `${origin}/mcp` }, signal)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(openMcp({ url: 'nowhere' }, signal)).rejects.toMatchObject({ code: 'INVALID_FLOW' })
})

test('the node returns the selected tools, read tools first, and starts no programs', async () => {
  const { origin, openMcp } = await openServer()
  const build = (config: object, mcpActions?: string[]) =>
    customMCP.build?.({
      ...aSurrounding({ openMcp: (settings) => openMcp(settings, signal) }),
      credential: undefined,
      inputs: { mcpServerConfig: JSON.stringify(config), mcpActions, ignoresHints: undefined },
    }) as Promise<Tool[]>

  const all = await build({ mcpServers: { museum: { url: `${origin}/mcp` } } })
  const some = await build({ url: `${origin}/mcp` }, ['get_hours'])

  expect(all.map(({ name }) => name)).toEqual(['get_hours', 'write_visit', 'delete_visit'])
  expect(await some[0]?.call({ day: 'Monday' })).toEqual({ text: 'Monday: nine' })
  expect(some).toHaveLength(1)
  await expect(build({ command: 'npx', args: ['x'] })).rejects.toThrow('starts no programs')
  await expect(build({})).rejects.toThrow('address')
  await expect(build({ mcpServers: {} })).rejects.toThrow('address')
})

test('hints of the server decide about the effect of its tools, unless they are switched off', async () => {
  const { origin, openMcp } = await openServer()
  const effectsOf = async (ignoresHints: boolean) => {
    const tools = (await customMCP.build?.({
      ...aSurrounding({ openMcp: (settings) => openMcp(settings, signal) }),
      credential: undefined,
      inputs: {
        mcpServerConfig: JSON.stringify({ url: `${origin}/mcp` }),
        mcpActions: undefined,
        ignoresHints,
      },
    })) as Tool[]
    return Object.fromEntries(tools.map(({ name, effect }) => [name, effect]))
  }

  expect(await effectsOf(false)).toEqual({ get_hours: 'read', write_visit: 'write', delete_visit: 'keyed' })
  expect(new Set(Object.values(await effectsOf(true)))).toEqual(new Set(['write']))
})

test('the idempotency key of a call is sent as metadata', async () => {
  const { origin, metas, openMcp } = await openServer()
  const { call } = await openMcp({ url: `${origin}/mcp` }, signal)

  await call('delete_visit', {}, byKey)

  expect(metas).toEqual([{ idempotencyKey: 'key-1' }])
})

test('an ended session is opened again by the next call', async () => {
  const { origin, openMcp } = await openServer()
  const session = await openMcp({ url: `${origin}/sse` }, signal)

  await openMcp.endAll()

  await expect(session.call('get_hours', { day: 'Monday' }, byKey)).resolves.toBe('Monday: nine')
  await openMcp.endAll()
})
