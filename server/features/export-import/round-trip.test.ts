import { expect, test } from 'vitest'
import { stringifyExport } from '#shared/export-import.ts'
import { emptyAccount, everything, fillAccount, openTransfers } from './testing/transfer-world.ts'

test('out, away, in and out again gives the same bytes, ids and all', async () => {
  const { root } = await openTransfers()
  await fillAccount(root)
  const before = await root.exportText()
  await emptyAccount(root)
  expect((await root.exportFile()).ChatFlow).toEqual([])

  const response = await root.importFile(JSON.parse(stringifyExport(JSON.parse(before))))

  expect(response.json()).toEqual({
    message: 'success',
    imported: { chatflow: 2, agentflow: 2, tool: 2, variable: 2, assistant: 2 },
  })
  expect(await root.exportText()).toBe(before)
})

test('the order in which things came does not show', async () => {
  const { root } = await openTransfers()
  await fillAccount(root)
  const before = await root.exportText()
  const file = await root.exportFile()
  for (const items of Object.values(file)) {
    items.reverse()
  }
  await emptyAccount(root)

  await root.importFile(file)

  expect(await root.exportText()).toBe(before)
})

test('what leaves has the fields of the specification, keys and items in order, under Flowise’s names', async () => {
  const { root } = await openTransfers()
  await fillAccount(root)

  const file = await root.exportFile()

  expect(Object.keys(JSON.parse(await root.exportText()))).toEqual([
    'AgentFlow',
    'AgentFlowV2',
    'AssistantAzure',
    'AssistantCustom',
    'AssistantFlow',
    'AssistantOpenAI',
    'ChatFlow',
    'FileDefaultName',
    'Tool',
    'Variable',
  ])
  expect(file.ChatFlow?.map(({ name }) => name)).toEqual(['Antelope', 'Zebra'])
  expect(Object.keys(file.ChatFlow?.[0] ?? {})).toEqual(['flowData', 'id', 'name', 'type'])
  expect(file.AgentFlow).toMatchObject([{ name: 'Team', type: 'MULTIAGENT' }])
  expect(file.AgentFlowV2).toMatchObject([{ name: 'Steps', type: 'AGENTFLOW' }])
  expect(Object.keys(file.Tool?.[0] ?? {})).toEqual([
    'color',
    'description',
    'func',
    'iconSrc',
    'id',
    'name',
    'schema',
  ])
  expect(file.Variable).toMatchObject([
    { name: 'city', type: 'runtime', value: '' },
    { name: 'town', type: 'static', value: 'Van' },
  ])
  expect(Object.keys(file.AssistantCustom?.[0] ?? {})).toEqual(['credential', 'details', 'iconSrc', 'id'])
})

test.each([
  [{ tool: true, variable: true }, ['Tool', 'Variable']],
  [{ agentflow: true }, ['AgentFlow', 'AgentFlowV2']],
  [{ agentflow: true, agentflowv2: false }, ['AgentFlow']],
  [{ agentflowv2: true }, ['AgentFlowV2']],
  [{ assistant: true }, ['AssistantCustom', 'AssistantOpenAI']],
  [{ assistantOpenAI: true, execution: true }, ['AssistantOpenAI']],
  [{}, []],
])('%j exports %j', async (flags, keys) => {
  const { root } = await openTransfers()
  await fillAccount(root)

  const file = await root.exportFile(flags)

  const filled = Object.entries(file).flatMap(([key, items]) => (items.length > 0 ? [key] : []))
  expect(filled).toEqual(keys)
})

test('a user has flows alone, and both doors say the same', async () => {
  const { root, ada, app } = await openTransfers()
  await fillAccount(root)
  await ada.call('POST', '/chatflows', { name: 'Hers' })

  const file = await ada.exportFile()
  const overTrpc = await app.inject({
    method: 'POST',
    url: '/trpc/exportImport.export',
    headers: ada.headers,
    payload: everything,
  })
  const counts = await app.inject({ url: '/trpc/exportImport.counts', headers: ada.headers })

  expect(file).toMatchObject({ ChatFlow: [{ name: 'Hers' }], Tool: [], Variable: [], AssistantCustom: [] })
  expect(overTrpc.json().result.data).toEqual({ FileDefaultName: 'ExportData.json', ...file })
  expect(counts.json().result.data).toMatchObject({ chatflow: { count: 1 }, tool: { count: 0, bytes: 0 } })
})

test('counts say how much there is of each kind', async () => {
  const { root, app } = await openTransfers()
  await fillAccount(root)

  const { result } = (await app.inject({ url: '/trpc/exportImport.counts', headers: root.headers })).json()

  expect(result.data).toMatchObject({
    chatflow: { count: 2 },
    agentflow: { count: 2 },
    tool: { count: 2 },
    variable: { count: 2 },
    assistant: { count: 2 },
  })
  expect(result.data.chatflow.bytes).toBeGreaterThan(300)
})

test('a flow that cannot be read is named by the helper that failed', async () => {
  const { ada, store } = await openTransfers()
  await ada.call('POST', '/chatflows', { name: 'Broken' })
  await store.exec("update flow_versions set flow_data = '{'")

  const response = await ada.call('POST', '/export-import/export', { chatflow: true })

  expect(response.statusCode).toBe(500)
  expect(response.json().error).toMatch(/^exportImport\.sanitizeChatflow Broken: /)
})
