import { expect, test } from 'vitest'
import { catalogue } from '#server/nodes/catalogue.ts'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { parseFlowFile } from '#shared/flow-file.ts'
import type { Starter, TemplateLanguage, TemplateSummary } from '#shared/templates.ts'
import { createShippedTemplates } from './shipped-templates.ts'
import { describeSteps, findNeeds, typeOf } from './template-needs.ts'

const shipped = createShippedTemplates(catalogue)

async function openTemplates() {
  const world = await createTestApp()
  const root = await world.signUp('root')
  const gallery = async (language: TemplateLanguage = 'en') => {
    const input = encodeURIComponent(JSON.stringify({ language }))
    const url = `/trpc/templates.gallery?input=${input}`
    const response = await world.app.inject({ url, headers: root.headers })
    return response.json<{ result: { data: TemplateSummary[] } }>().result.data
  }
  return { ...world, root, gallery }
}

test('at least five are listed, and a gallery row contains no flow data', async () => {
  const { gallery } = await openTemplates()

  const rows = await gallery('tr')

  expect(rows.length).toBeGreaterThanOrEqual(5)
  expect(rows).toHaveLength(shipped.list('tr').length)
  expect(rows.map(({ name }) => name)).toContain('Destek asistanı')
  expect(JSON.stringify(rows)).not.toContain('flowData')
  expect(rows.filter(({ typicalMicro }) => !typicalMicro).map(({ id }) => id)).toEqual([])
  expect(rows.every(({ thumbnail }) => thumbnail.boxes.length > 1 && thumbnail.threads.length > 1)).toBe(true)
})

test('a blank canvas gets three templates of its type, those without requirements first', async () => {
  const { root, app, gallery } = await openTemplates()
  const input = encodeURIComponent(JSON.stringify({ language: 'en', type: 'Chatflow' }))

  const response = await app.inject({ url: `/trpc/templates.starters?input=${input}`, headers: root.headers })

  const { templates, total } = response.json<{
    result: { data: { templates: Starter[]; total: number } }
  }>().result.data
  expect(templates).toHaveLength(3)
  const all = (await gallery()).filter(({ type }) => type === 'Chatflow')
  const ready = all.filter(({ needs }) => needs.missing.length === 0 && needs.credentials.length === 0)
  expect(templates.map(({ id }) => id)).toEqual(ready.slice(0, 3).map(({ id }) => id))
  expect(total).toBe(all.length)
})

test('a flow is saved as a template without its secrets, shown, opened and deleted', async () => {
  const { root, gallery, app } = await openTemplates()
  const file = parseFlowFile(aDemoFlow())
  const [model] = file.nodes
  Object.assign(model?.data ?? {}, { credential: 'a-credential' })
  Object.assign(model?.data.inputs ?? {}, { FLOWISE_CREDENTIAL_ID: 'a-credential' })
  const flow = (
    await root.call('POST', '/chatflows', { name: 'Desk', flowData: JSON.stringify(file), type: 'CHATFLOW' })
  ).json()

  const saved = await root.call('POST', '/marketplaces/custom', {
    name: ' Returns ',
    description: 'For shops',
    badge: 'MINE',
    usecases: ['Support', 'Returns'],
    chatflowId: flow.id,
  })

  expect(saved.statusCode).toBe(200)
  expect(saved.json()).toMatchObject({ name: 'Returns', type: 'Chatflow', usecases: ['Support', 'Returns'] })
  const [row] = (await root.call('GET', '/marketplaces/custom')).json()
  expect(row).toMatchObject({ name: 'Returns', badge: 'MINE', framework: '', categories: [] })
  expect(row.flowData).not.toContain('a-credential')
  expect(JSON.parse(row.flowData).nodes).toHaveLength(file.nodes.length)
  expect((await gallery()).find(({ source }) => source === 'own')).toMatchObject({
    name: 'Returns',
    nodeCount: 3,
    typicalMicro: null,
  })
  const input = encodeURIComponent(JSON.stringify({ id: row.id, language: 'en' }))
  const opened = await app.inject({ url: `/trpc/templates.get?input=${input}`, headers: root.headers })
  expect(
    opened
      .json()
      .result.data.steps.map(({ label }: { label: string }) => label)
      .at(-1),
  ).toBe('Conversation Chain')
  expect((await root.call('DELETE', `/marketplaces/custom/${row.id}`)).json()).toEqual({
    affected: 1,
    raw: [],
  })
  expect((await root.call('GET', '/marketplaces/custom')).json()).toEqual([])
})

test('a tool is saved as a template, with use cases in the format of older clients', async () => {
  const { root } = await openTemplates()
  const tool = { color: '#123', schema: '[]', func: 'return 1' }

  await root.call('POST', '/marketplaces/custom', {
    name: 'Clock',
    description: 'Tells the time',
    usecases: 'Time;Dates',
    type: 'Tool',
    tool,
  })

  const [row] = (await root.call('GET', '/marketplaces/custom')).json()
  expect(row).toMatchObject({ type: 'Tool', func: 'return 1', usecases: ['Time', 'Dates'] })
  expect(row.flowData).toBeUndefined()
})

test('a template without a name, content or a valid flow is rejected with a message', async () => {
  const { root } = await openTemplates()
  const save = (body: object) => root.call('POST', '/marketplaces/custom', body)

  expect((await save({ name: ' ', flowData: aDemoFlow() })).json().message).toContain('Enter a name')
  expect((await save({ name: 'A' })).statusCode).toBe(400)
  expect((await save({ name: 'A', flowData: '{"hello":1}' })).json().message).toContain('not a flow file')
  expect((await save({ name: 'A', chatflowId: 'none' })).statusCode).toBe(404)
})

test('the template of another user is not found, and only an ADMIN can save one', async () => {
  const { root, signUp, app } = await openTemplates()
  const ada = await signUp('ada')
  const { id } = (
    await root.call('POST', '/marketplaces/custom', { name: 'A', flowData: aDemoFlow() })
  ).json()
  const input = encodeURIComponent(JSON.stringify({ id, language: 'en' }))

  const opened = await app.inject({ url: `/trpc/templates.get?input=${input}`, headers: ada.headers })

  expect(opened.statusCode).toBe(404)
  expect((await ada.call('GET', '/marketplaces/custom')).statusCode).toBe(403)
  expect((await ada.call('GET', '/marketplaces/templates')).json()).toHaveLength(shipped.list('en').length)
})

test('requirements are the kinds of credential, ready or not, and the nodes missing on this server', () => {
  const needs = findNeeds(['chatOpenAI', 'chatAnthropic', 'timeMachine'], catalogue, new Set(['openAIApi']))

  expect(needs.credentials.map(({ kind, ready }) => [kind, ready])).toEqual([
    ['openAIApi', true],
    ['anthropicApi', false],
  ])
  expect(needs.missing).toEqual(['timeMachine'])
})

test('a file yields its flow type, and its steps in reading order', () => {
  const file = (nodes: object[], edges: object[] = []) => parseFlowFile(JSON.stringify({ nodes, edges }))
  const node = (id: string, more: object = {}) => ({ id, data: { name: id, label: id, ...more } })

  expect(typeOf(file([{ ...node('a'), type: 'agentFlow' }]))).toBe('AgentflowV2')
  expect(typeOf(file([node('a', { category: 'Multi Agents' })]))).toBe('Agentflow')
  const edges = [
    { source: 'b', target: 'a' },
    { source: 'c', target: 'b' },
  ]
  expect(describeSteps(file([node('a'), node('b'), node('c')], edges)).map(({ label }) => label)).toEqual([
    'c',
    'b',
    'a',
  ])
})
