import { expect, test } from 'vitest'
import type { Tool } from '#server/engine/handles.ts'
import type { McpSettings, McpTool, Ports } from '#server/engine/ports.ts'
import { aSurrounding } from '#server/testing/node-call.ts'
import { aControlFlow, prepareProgram } from '#server/testing/run-test-program.ts'
import { postgreSQLMCP } from './postgres-mcp.node.ts'
import { browserlessMCP, githubMCP, slackMCP, supergatewayMCP, teradataMCP } from './vendor-mcp-nodes.ts'

const parameters = { type: 'object', properties: { amount: { type: 'number' } } }
const tools: McpTool[] = [
  { name: 'refund', description: 'Pays back', parameters, effect: 'write' },
  { name: 'get_order', description: 'Reads an order', parameters, effect: 'read' },
]

const agent = {
  agentModel: 'chatOpenAI',
  agentModelConfig: { modelName: 'gpt-4o-mini', FLOWISE_CREDENTIAL_ID: 'credential' },
  agentTools: [
    {
      agentSelectedTool: 'customMcpServerTool',
      agentSelectedToolConfig: { mcpServerId: 'shop' },
      agentSelectedToolRequiresHumanInput: false,
    },
  ],
}

function aShop() {
  const calls: unknown[] = []
  const ports: Partial<Ports> = {
    openMcpServer: async () => ({
      tools: tools.map((tool) => ({ ...tool, needsApproval: tool.name === 'refund' })),
      async call(name, args) {
        calls.push([name, args])
        return `${name} done`
      },
    }),
  }
  return { ports, calls }
}

const asked = (name: string) => ({ text: '', toolCalls: [{ id: name, name, args: { amount: 5 } }] })

test('an agent asks a person about the tools of a server that need it, and calls the others at once', async () => {
  const { ports, calls } = aShop()
  const flow = aControlFlow(
    [
      { id: 'start', name: 'startAgentflow' },
      { id: 'agent', name: 'agentAgentflow', inputs: agent },
    ],
    ['start -> agent'],
  )

  const { run } = prepareProgram({
    ...{ flow, ports },
    replies: [asked('get_order'), asked('refund'), 'You get 5 back.'],
  })
  const { ending } = await run()

  expect(calls).toEqual([['get_order', { amount: 5 }]])
  expect(ending).toMatchObject({ status: 'waiting', waits: [{ calls: [{ tool: 'refund' }] }] })
})

test('where nobody can be asked, a tool that needs it is not called, and the model reads why', async () => {
  const { ports, calls } = aShop()
  const flow = aControlFlow(
    [
      { id: 'start', name: 'startAgentflow' },
      {
        id: 'tool',
        name: 'toolAgentflow',
        inputs: {
          toolAgentflowSelectedTool: 'customMcpServerTool',
          toolAgentflowSelectedToolConfig: { mcpServerId: 'shop', mcpActions: '["refund"]' },
        },
      },
    ],
    ['start -> tool'],
  )

  const { run } = prepareProgram({ flow, ports, replies: [] })

  await expect(run()).rejects.toThrow('refund was not called: a person must approve each call')
  expect(calls).toEqual([])
})

async function settingsOf(node: { build?: unknown }, call: object) {
  const opened: McpSettings[] = []
  const build = node.build as (call: object) => Promise<Tool[]>
  const surrounding = aSurrounding({
    openMcp: async (settings) => {
      opened.push(settings)
      return { tools, call: async () => 'done' }
    },
  })
  const built = await build({ ...surrounding, inputs: {}, credential: undefined, ...call })
  return { ...opened[0], names: built.map(({ name }) => name) }
}

test('vendors are called at their own servers, with the credential as a bearer token', async () => {
  const Authorization = 'Bearer t'
  const names = ['get_order', 'refund']

  expect(await settingsOf(slackMCP, { credential: { accessToken: 't' } })).toEqual({
    ...{ url: 'https://mcp.slack.com/mcp', headers: { Authorization }, names },
  })
  expect(await settingsOf(githubMCP, { credential: { accessToken: 't' } })).toMatchObject({
    ...{ url: 'https://api.githubcopilot.com/mcp/', headers: { Authorization } },
  })
  const githubEnterpriseUrl = 'https://octocorp.ghe.com'
  const enterprise = { credential: { accessToken: 't' }, inputs: { githubEnterpriseUrl } }
  expect(await settingsOf(githubMCP, enterprise)).toMatchObject({
    url: 'https://copilot-api.octocorp.ghe.com/mcp',
  })
  expect(await settingsOf(browserlessMCP, { credential: { token: 't' } })).toMatchObject({
    ...{ url: 'https://mcp.browserless.io/mcp', headers: { Authorization } },
  })
  const mcpUrl = 'https://td.example.com/mcp'
  expect(await settingsOf(teradataMCP, { inputs: { mcpUrl, bearerToken: 't' } })).toMatchObject({
    ...{ url: mcpUrl, headers: { Authorization } },
  })
})

test('the arguments of Supergateway say where and how to connect, and start nothing', async () => {
  const settings = (text: string) => settingsOf(supergatewayMCP, { inputs: { arguments: text } })

  expect(
    await settings('--sse "https://a.example/sse" --header "X-Key: 1 2" --oauth2Bearer t'),
  ).toMatchObject({
    ...{ url: 'https://a.example/sse', transport: 'sse' },
    headers: { 'X-Key': '1 2', Authorization: 'Bearer t' },
  })
  expect(await settings("--streamableHttp 'https://a.example/mcp'")).toMatchObject({ transport: 'http' })
  await expect(settings('--stdio "npx -y x"')).rejects.toThrow('starts no programs')
})

test('the PostgreSQL tool reads through the guarded database port', async () => {
  const asked: unknown[] = []
  const surrounding = aSurrounding({
    queryDatabase: async (place, statement) => {
      asked.push([place, statement])
      return { columns: ['n'], rows: [[1]], isCut: true }
    },
  })
  const credential = { postgresUrl: 'postgresql://ada@db.example/shop' }
  const built = await postgreSQLMCP.build?.({ ...surrounding, inputs: { mcpActions: undefined }, credential })

  const result = await (built as Tool[])[0]?.call({ sql: 'select 1' })

  expect(asked).toEqual([[{ kind: 'postgres', address: credential.postgresUrl }, 'select 1']])
  expect(JSON.parse(result?.text ?? '')).toMatchObject({ columns: ['n'], rows: [[1]] })
})
