import { expect, test } from 'vitest'
import { stringifyExport } from '#shared/export-import.ts'
import {
  aFlow,
  aForeignNode,
  emptyAccount,
  everything,
  openTransfers,
  seedAccount,
} from './testing/transfer-world.ts'

test('export, removal, import and export again result in the same bytes and ids', async () => {
  const { root } = await openTransfers()
  await seedAccount(root)
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

test('the order of creation is not visible', async () => {
  const { root } = await openTransfers()
  await seedAccount(root)
  const before = await root.exportText()
  const file = await root.exportFile()
  for (const items of Object.values(file)) {
    items.reverse()
  }
  await emptyAccount(root)

  await root.importFile(file)

  expect(await root.exportText()).toBe(before)
})

test('an export has the specified fields, keys and item order, under Flowise names', async () => {
  const { root } = await openTransfers()
  await seedAccount(root)

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
    'TemplatePart',
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
  [{ assistant: true }, ['AssistantCustom', 'AssistantFlow', 'AssistantOpenAI']],
  [{ assistantOpenAI: true, execution: true }, ['AssistantOpenAI']],
  [{}, []],
])('the input %j exports %j', async (flags, keys) => {
  const { root } = await openTransfers()
  await seedAccount(root)

  const file = await root.exportFile(flags)

  const exported = Object.entries(file).flatMap(([key, items]) => (items.length > 0 ? [key] : []))
  expect(exported).toEqual(keys)
})

test('an export of a user contains only flows, and REST and tRPC agree', async () => {
  const { root, ada, app } = await openTransfers()
  await seedAccount(root)
  await ada.call('POST', '/chatflows', { type: 'CHATFLOW', name: 'Hers' })

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

test('saved parts are exported with the flows: without secrets, under new ids on conflict, at most a hundred', async () => {
  const { root, ada, app } = await openTransfers()
  const parts = <Found>(name: string, input?: object) =>
    app
      .inject({
        method: input ? 'POST' : 'GET',
        url: `/trpc/templates.parts.${name}`,
        headers: ada.headers,
        ...(input && { payload: input }),
      })
      .then((response) => response.json<{ result: { data: Found } }>().result.data)
  const node = aForeignNode({ note: 'ğ' }, { inputParams: [{ name: 'key', type: 'password' }] })
  await parts('save', { name: 'Memory', description: 'Keeps it', flowData: aFlow([node]) })
  const before = await ada.exportText()
  const file = JSON.parse(before)

  expect(file.TemplatePart).toMatchObject([{ name: 'Memory', description: 'Keeps it' }])
  expect((await ada.exportFile({ tool: true })).TemplatePart).toEqual([])
  expect((await ada.exportFile({ chatflow: true, templatePart: false })).TemplatePart).toEqual([])
  expect((await root.exportFile()).TemplatePart).toEqual([])

  const { id } = file.TemplatePart[0]
  await parts('remove', { id })
  const imported = await ada.importFile({ TemplatePart: file.TemplatePart })
  expect(imported.json()).toEqual({ message: 'success', imported: { chatflow: 1 } })
  expect(await ada.exportText()).toBe(before)
  expect(await parts('list')).toMatchObject([{ id, name: 'Memory', nodeCount: 1, kinds: ['strangeModel'] }])

  const withKey = {
    ...file.TemplatePart[0],
    flowData: aFlow([
      { ...node, data: { ...node.data, inputs: { key: 'sk-1', note: '{{gone_0.data.instance}}' } } },
    ]),
  }
  expect((await root.preview({ TemplatePart: [withKey] })).kinds).toMatchObject({
    chatflow: { total: 1, sameId: 1, refusedCount: 0 },
  })
  await root.importFile({ TemplatePart: [withKey] })
  const [theirs] = (await root.exportFile()).TemplatePart ?? []
  expect(theirs?.id).not.toBe(id)
  expect(theirs?.flowData).not.toMatch(/sk-1|gone_0/)

  const many = Array.from({ length: 100 }, (_, index) => ({ ...withKey, id: undefined, name: `${index}` }))
  const rejected = await root.importFile({ TemplatePart: many })
  expect(rejected.json()).toMatchObject({
    statusCode: 400,
    error: expect.stringContaining('at most 100 parts'),
  })
  expect((await root.exportFile()).TemplatePart).toHaveLength(1)
  const none = await root.importFile({ TemplatePart: [{ name: 'Empty', flowData: aFlow() }] })
  expect(none.json().error).toBe(
    'Part “Empty” cannot be imported. Choose at least one node to keep as a part.',
  )
})

test('counts contain the number of items of each kind', async () => {
  const { root, app } = await openTransfers()
  await seedAccount(root)

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

test('an unreadable flow is reported with the name of the failing export', async () => {
  const { ada, store } = await openTransfers()
  await ada.call('POST', '/chatflows', { type: 'CHATFLOW', name: 'Broken' })
  await store.exec("update flow_versions set flow_data = '{'")

  const response = await ada.call('POST', '/export-import/export', { chatflow: true })

  expect(response.statusCode).toBe(500)
  expect(response.json().error).toMatch(/^exportImport\.sanitizeChatflow Broken: /)
})
