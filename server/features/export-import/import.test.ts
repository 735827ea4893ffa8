import { expect, test } from 'vitest'
import { aFlow, aForeignNode, openTransfers, seedAccount } from './testing/transfer-world.ts'

const id = (digit: number) => `${digit}`.repeat(8).concat('-1111-4111-8111-', `${digit}`.repeat(12))

test('existing items are imported as copies with new ids, and all references follow', async () => {
  const { root } = await openTransfers()
  const old = await seedAccount(root)
  const file = await root.exportFile()

  const preview = await root.preview(file)
  const response = await root.importFile(file)

  expect(preview.kinds.chatflow).toMatchObject({ total: 2, new: 0, sameId: 2, sameName: 2, refusedCount: 0 })
  expect(preview.kinds.variable).toMatchObject({ total: 2, kept: 2, new: 0 })
  expect(response.json().imported).toEqual({ chatflow: 2, agentflow: 2, tool: 2, assistant: 2 })
  const after = await root.exportFile()
  const [tool] = (after.Tool ?? []).filter((each) => each.name === 'clock' && each.id !== old.tool)
  const [helper] = (after.ChatFlow ?? []).filter((each) => each.name === 'Zebra' && each.id !== old.helper)
  const [caller] = (after.ChatFlow ?? []).filter(
    (each) => each.name === 'Antelope' && String(each.flowData).includes(String(helper?.id)),
  )
  expect(helper?.flowData).toContain(tool?.id)
  expect(caller?.flowData).not.toContain(old.helper)
  const [assistant] = (after.AssistantCustom ?? []).filter(({ details }) =>
    String(details).includes(String(tool?.id)),
  )
  expect(assistant).toBeDefined()
  expect(after.ChatFlow).toHaveLength(4)
})

test('only the selected kinds are imported; a reference to anything else is preserved', async () => {
  const { root } = await openTransfers()
  const { tool } = await seedAccount(root)
  const file = await root.exportFile()

  await root.importFile(file, '?kinds=chatflow,agentflow')

  const after = await root.exportFile()
  expect(after.Tool).toHaveLength(2)
  expect(after.ChatFlow).toHaveLength(4)
  expect((after.ChatFlow ?? []).filter(({ flowData }) => String(flowData).includes(tool))).toHaveLength(2)
  expect((await root.importFile(file, '?kinds=chatflow,moods')).statusCode).toBe(400)
})

test('a Flowise file is imported: blank variables, unknown keys, reserved settings', async () => {
  const { root, ada } = await openTransfers()
  const flow = {
    id: id(1),
    name: 'From Flowise',
    flowData: aFlow([aForeignNode({})]),
    type: 'CHATFLOW',
    userId: ada.user.id,
    isPublic: true,
    deployed: true,
    apikeyid: 'somebody',
    createdDate: '2001-01-01T00:00:00.000Z',
  }
  const file = {
    ChatFlow: [flow],
    AgentFlow: null,
    Variable: [{ id: id(2), name: 'city', value: '', type: 'static' }],
    ChatMessage: [{}, {}],
    Execution: [],
  }

  const preview = await root.preview(file)
  expect((await root.importFile(file)).statusCode).toBe(200)

  expect(preview.unknown).toEqual([
    { key: 'ChatMessage', count: 2 },
    { key: 'Execution', count: 0 },
  ])
  const [saved] = (await root.call('GET', '/chatflows')).json()
  expect(saved).toMatchObject({ id: id(1), isPublic: false, deployed: false, apikeyid: null })
  expect(saved.createdDate).not.toContain('2001')
  expect((await ada.call('GET', '/chatflows')).json()).toEqual([])
  expect((await root.call('GET', '/variables')).json()).toMatchObject([
    { id: id(2), name: 'city', value: '' },
  ])
})

test('the id of another user’s flow is replaced without revealing its existence', async () => {
  const { root, ada } = await openTransfers()
  const { helper } = await seedAccount(root)

  await ada.importFile({ ChatFlow: [{ id: helper, name: 'Mine', flowData: aFlow() }] })

  const flows = (await ada.call('GET', '/chatflows')).json()
  expect(flows).toMatchObject([{ name: 'Mine' }])
  expect(flows[0].id).not.toBe(helper)
  expect((await root.call('GET', `/chatflows/${helper}`)).json().name).toBe('Zebra')
})

test('a removed flow is restored under its id, as in the file', async () => {
  const { ada } = await openTransfers()
  const flow = (
    await ada.call('POST', '/chatflows', { type: 'CHATFLOW', name: 'Old', isPublic: true })
  ).json()
  const file = await ada.exportFile()
  await ada.call('DELETE', `/chatflows/${flow.id}`)
  Object.assign(file.ChatFlow?.[0] ?? {}, { name: 'New' })

  await ada.importFile(file)

  expect((await ada.call('GET', `/chatflows/${flow.id}`)).json()).toMatchObject({
    name: 'New',
    isPublic: false,
  })
})

const good = { id: id(1), name: 'Good', flowData: aFlow() }
test.each([
  [
    'a flow that is none',
    { ChatFlow: [good, { name: 'Bad', flowData: '{"a":1}' }] },
    /^Chatflow “Bad” cannot be imported/,
  ],
  [
    'a flow without a name',
    { ChatFlow: [good, { flowData: aFlow() }] },
    /^Chatflow “” cannot be imported\. name/,
  ],
  [
    'one id twice',
    { ChatFlow: [good], AgentFlow: [{ ...good, name: 'Twin' }] },
    /^Agentflow “Twin” .*same id/,
  ],
  [
    'a tool whose schema is no list',
    { ChatFlow: [good], Tool: [{ name: 'T', description: '', color: '', schema: '{}' }] },
    /^Tool “T” .*schema/,
  ],
  [
    'a variable with a name that is none',
    { ChatFlow: [good], Variable: [{ name: '1st', type: 'static', value: '' }] },
    /^Variable “1st”/,
  ],
  [
    'an assistant without details',
    { ChatFlow: [good], AssistantCustom: [{ details: 'x' }] },
    /^Assistant “” .*details/,
  ],
  ['an item that is no object', { ChatFlow: [good, null] }, /^Chatflow “” cannot be imported/],
])('%s imports nothing, and is named', async (_, file, sentence) => {
  const { root } = await openTransfers()

  const response = await root.importFile(file)

  expect(response.statusCode).toBe(400)
  expect(response.json().error).toMatch(sentence)
  expect((await root.call('GET', '/chatflows')).json()).toEqual([])
  const { kinds } = await root.preview(file)
  expect(Object.values(kinds).reduce((sum, kind) => sum + kind.refusedCount, 0)).toBe(1)
})

test('a database error during the import rolls everything back', async () => {
  const { root, store } = await openTransfers()
  const tool = { name: 'twin', description: '', color: '#000' }
  await store.exec('create unique index only_one on tools (name)')

  const response = await root.importFile({ ChatFlow: [good], Tool: [tool, tool] })

  await store.exec('drop index only_one')
  expect(response.statusCode).toBe(409)
  expect((await root.call('GET', '/chatflows')).json()).toEqual([])
  expect((await root.call('GET', '/tools')).json()).toEqual([])
  expect((await root.importFile({ ChatFlow: [good], Tool: [tool, tool] })).statusCode).toBe(200)
})

test.each(['Tool', 'Variable', 'AssistantCustom'])('a user cannot import a %s', async (key) => {
  const { root, ada } = await openTransfers()
  await seedAccount(root)
  const { [key]: items = [] } = await root.exportFile()
  const file = { ChatFlow: [good], [key]: items }

  const rejected = await ada.importFile(file)
  const { kinds } = await ada.preview(file)

  expect(rejected.statusCode).toBe(403)
  expect((await ada.call('GET', '/chatflows')).json()).toEqual([])
  expect(Object.values(kinds).map(({ isAllowed }) => isAllowed)).toEqual([true, false])
  expect((await ada.importFile(file, '?kinds=chatflow')).statusCode).toBe(200)
})

test('kinds reserved for ADMINs are hidden from other users', async () => {
  const { root, ada } = await openTransfers()
  await seedAccount(root)
  const { Variable = [] } = await root.exportFile()

  const { kinds } = await ada.preview({ Variable })

  expect(kinds.variable).toMatchObject({ kept: 0, sameId: 0, sameName: 0, refusedCount: 2 })
})
