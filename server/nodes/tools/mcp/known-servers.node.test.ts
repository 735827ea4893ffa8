import { expect, test } from 'vitest'
import type { Tool } from '#server/engine/handles.ts'
import type { McpSettings } from '#server/engine/ports.ts'
import type { World } from '#server/engine/world.ts'
import { aSurrounding } from '#server/testing/node-call.ts'
import { braveSearchMCP } from './brave-search-mcp.node.ts'
import { pipedreamMCP } from './pipedream-mcp.node.ts'
import { sequentialThinkingMCP } from './sequential-thinking-mcp.node.ts'

type Build = (call: object) => Promise<Tool[]>
const buildOf = (node: { build?: unknown }) => node.build as Build

const client = { clientId: 'id', clientSecret: 'secret', projectId: 'proj_1' }
const place = { environment: 'production', appSlug: 'slack, notion', externalUserId: 'ada@shop.example' }

function aPipedream() {
  const opened: McpSettings[] = []
  const asked: unknown[] = []
  const ports: Partial<World> = {
    fetch: async (url, init) => {
      asked.push([String(url), JSON.parse(String(init?.body))])
      return Response.json({ access_token: 'token', expires_in: 3600 })
    },
    openMcp: async (settings) => {
      opened.push(settings)
      const parameters = { type: 'object' }
      return {
        tools: [
          { name: 'send', description: '', parameters, effect: 'write' },
          { name: 'get_page', description: '', parameters, effect: 'read' },
        ],
        call: async () => 'done',
      }
    },
  }
  return { ports, opened, asked }
}

test('Pipedream is asked for a token of the project and opened for one user and app', async () => {
  const { ports, opened, asked } = aPipedream()

  const tools = await buildOf(pipedreamMCP)({
    ...{ ...aSurrounding(ports), credential: client, inputs: { ...place, mcpActions: ['send'] } },
  })

  expect(tools.map(({ name }) => name)).toEqual(['send'])
  expect(asked).toEqual([
    [
      'https://api.pipedream.com/v1/oauth/token',
      { grant_type: 'client_credentials', client_id: 'id', client_secret: 'secret' },
    ],
  ])
  expect(opened).toEqual([
    {
      url: 'https://remote.mcp.pipedream.net',
      transport: 'http',
      headers: {
        Authorization: 'Bearer token',
        'x-pd-project-id': 'proj_1',
        'x-pd-environment': 'production',
        'x-pd-external-user-id': 'ada@shop.example',
        'x-pd-app-slug': 'slack, notion',
        'x-pd-tool-mode': 'tools-only',
      },
    },
  ])
})

test('the actions of an app are listed before the user is known', async () => {
  const { ports, opened } = aPipedream()
  const inputs = { ...place, externalUserId: '{{$flow.sessionId}}' }

  const options = await pipedreamMCP.loadMethods?.listActions?.({
    ...{ inputs, credential: client },
    ports: aSurrounding(ports).ports,
  } as never)

  expect(options?.map(({ name }) => name)).toEqual(['get_page', 'send'])
  expect(opened[0]?.headers).toMatchObject({ 'x-pd-external-user-id': 'preview' })
})

test.each([
  [{ appSlug: 'No Such App' }, 'app slug'],
  [{ externalUserId: 'ada\r\nx-pd-project-id: other' }, 'user ID'],
  [{ externalUserId: '' }, 'user ID'],
])('%o is rejected before Pipedream is called', async (wrong, reason) => {
  const { ports, asked } = aPipedream()
  const call = { ...aSurrounding(ports), credential: client, inputs: { ...place, ...wrong } }

  await expect(buildOf(pipedreamMCP)(call)).rejects.toThrow(reason)
  expect(asked).toEqual([])
})

const braveResults = {
  web: { results: [{ title: 'Socks', url: 'https://s.example', description: 'Warm.' }] },
}

function aBrave(answers: Record<string, unknown>) {
  const asked: string[] = []
  const paid: string[] = []
  const ports: Partial<World> = {
    fetch: async (url) => {
      const { pathname, search } = new URL(String(url))
      asked.push(decodeURIComponent(`${pathname}${search}`))
      return Response.json(answers[pathname] ?? {})
    },
    paid: async ({ provider, send }) => {
      paid.push(provider)
      return send()
    },
  }
  const build = (inputs = {}) =>
    buildOf(braveSearchMCP)({ ...aSurrounding(ports), credential: { braveApiKey: 'key' }, inputs })
  return { asked, paid, build }
}

test('Brave searches the web page by page, and each search is paid for', async () => {
  const { asked, paid, build } = aBrave({ '/res/v1/web/search': braveResults })

  const [web] = await build({ mcpActions: ['brave_web_search'] })
  const { text = '' } = (await web?.call?.({ query: 'warm socks', count: 500, offset: 2 })) ?? {}

  expect(asked).toEqual(['/res/v1/web/search?q=warm+socks&count=10&offset=2'])
  expect(paid).toEqual(['brave'])
  expect(JSON.parse(text)).toEqual([{ title: 'Socks', link: 'https://s.example', snippet: 'Warm.' }])
})

test('Brave finds places with their address', async () => {
  const { asked, build } = aBrave({
    '/res/v1/web/search': { locations: { results: [{ id: 'a' }, { id: 'b' }] } },
    '/res/v1/local/pois': {
      results: [
        { title: 'Kahve', postal_address: { displayAddress: 'Moda 1' }, rating: { ratingValue: 4.5 } },
      ],
    },
  })

  const [, local] = await build()
  const { text = '' } = (await local?.call?.({ query: 'coffee in Moda' })) ?? {}

  expect(asked[1]).toBe('/res/v1/local/pois?ids=a,b')
  expect(JSON.parse(text)).toMatchObject([{ name: 'Kahve', address: 'Moda 1', rating: 4.5 }])
})

test('where Brave knows no places, the web is searched', async () => {
  const { asked, build } = aBrave({ '/res/v1/web/search': braveResults })

  const [, local] = await build()
  const { text } = (await local?.call?.({ query: 'warm socks' })) ?? {}

  expect(asked).toHaveLength(2)
  expect(text).toContain('s.example')
  await expect(local?.call?.({ query: ' ' })).rejects.toThrow('Say what to search for.')
})

const thought = { thought: 'Socks are warm.', nextThoughtNeeded: true, thoughtNumber: 1, totalThoughts: 1 }

test('thoughts are counted, branches are named, and the total grows with them', async () => {
  const [think] = await buildOf(sequentialThinkingMCP)(aSurrounding())

  await think?.call?.(thought)
  await think?.call?.({ ...thought, thoughtNumber: 2, branchFromThought: 1, branchId: 'wool' })
  const { text = '' } =
    (await think?.call?.({ ...thought, thoughtNumber: 3, nextThoughtNeeded: false })) ?? {}

  expect(JSON.parse(text)).toEqual({
    ...{ thoughtNumber: 3, totalThoughts: 3, nextThoughtNeeded: false },
    ...{ branches: ['wool'], thoughtHistoryLength: 3 },
  })
})

test('a call without a thought is rejected, and so are thoughts without end', async () => {
  const [think] = await buildOf(sequentialThinkingMCP)(aSurrounding())

  await expect(think?.call?.({ thoughtNumber: 1 })).rejects.toThrow('Give thought')
  for (let index = 0; index < 200; index += 1) {
    await think?.call?.(thought)
  }
  await expect(think?.call?.(thought)).rejects.toThrow('Answer now')
})
