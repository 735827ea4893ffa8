import { createTestApp } from '#server/testing/test-app.ts'
import type { ImportPreview } from '#shared/export-import.ts'

type Person = Awaited<ReturnType<Awaited<ReturnType<typeof createTestApp>>['signUp']>>
type File = Record<string, Record<string, unknown>[]>

export const everything = { chatflow: true, agentflow: true, tool: true, variable: true, assistant: true }

export async function openTransfers() {
  const world = await createTestApp()
  const root = withFiles(await world.signUp('root'))
  const ada = withFiles(await world.signUp('ada'))
  return { ...world, root, ada }
}

function withFiles(person: Person) {
  const exportText = async (flags: object = everything) =>
    (await person.call('POST', '/export-import/export', flags)).body
  const exportFile = async (flags: object = everything) => {
    const { FileDefaultName: _, ...file } = JSON.parse(await exportText(flags))
    return file as File
  }
  const preview = async (file: object) =>
    (await person.call('POST', '/export-import/preview', file)).json<ImportPreview>()
  const importFile = (file: object, query = '') => person.call('POST', `/export-import/import${query}`, file)
  return { ...person, exportText, exportFile, preview, importFile }
}

export function aForeignNode(inputs: Record<string, unknown>, more: Record<string, unknown> = {}) {
  return {
    id: 'strangeModel_0',
    type: 'customNode',
    position: { x: 0, y: 0 },
    data: { id: 'strangeModel_0', name: 'strangeModel', label: 'Strange', inputs, ...more },
  }
}

export const aFlow = (nodes: object[] = []) => JSON.stringify({ nodes, edges: [] })

export async function seedAccount({ call }: Pick<Person, 'call'>) {
  const make = async (path: string, body: object) => {
    const response = await call('POST', path, body)
    if (response.statusCode !== 200) {
      throw new Error(`${path}: ${response.body}`)
    }
    return response.json<{ id: string }>().id
  }
  const tool = await make('/tools', {
    name: 'clock',
    description: 'Tells the time',
    color: 'linear-gradient(#000, #fff)',
    schema: '[{"property":"zone","type":"string","required":true}]',
    func: 'return new Date().toISOString()',
  })
  await make('/tools', { name: 'abacus', description: 'Counts', color: '#fff' })
  const helper = await make('/chatflows', {
    type: 'CHATFLOW',
    name: 'Zebra',
    flowData: aFlow([aForeignNode({ tool })]),
  })
  await make('/chatflows', {
    type: 'CHATFLOW',
    name: 'Antelope',
    flowData: `{ "edges": [],\n "nodes": [${JSON.stringify(aForeignNode({ flow: helper, note: 'ğüşİ 🦓' }))}] }`,
  })
  await make('/chatflows', { name: 'Team', type: 'MULTIAGENT', flowData: aFlow([aForeignNode({})]) })
  await make('/chatflows', { name: 'Steps', type: 'AGENTFLOW', flowData: aFlow([aForeignNode({})]) })
  await make('/variables', { name: 'town', type: 'static', value: 'Van' })
  await make('/variables', { name: 'city', type: 'runtime', value: '' })
  await make('/assistants', {
    details: JSON.stringify({ name: 'Desk', tools: [{ id: tool }] }),
    credential: 'none',
    type: 'CUSTOM',
  })
  await make('/assistants', { details: '{"name":"Cloud"}', credential: 'none', type: 'OPENAI' })
  return { tool, helper }
}

export async function emptyAccount({ call }: Pick<Person, 'call'>) {
  for (const path of ['/chatflows', '/tools', '/variables', '/assistants']) {
    for (const { id } of (await call('GET', path)).json<{ id: string }[]>()) {
      await call('DELETE', `${path}/${id}`)
    }
  }
}
