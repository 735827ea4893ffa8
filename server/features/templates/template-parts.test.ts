import { expect, test } from 'vitest'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { parseFlowFile } from '#shared/flow-file.ts'
import { cutPart } from './cut-part.ts'

const node = (id: string, more: object = {}, inputs: object = {}) => ({
  id,
  position: { x: 100, y: 60 },
  ...more,
  data: { name: 'promptTemplate', label: id, inputs },
})
const textOf = (nodes: object[], edges: object[] = []) => JSON.stringify({ nodes, edges })

test('a part cut from a flow is self-contained and starts at the origin', () => {
  const inputs = {
    model: '{{out.data.instance}}',
    prompt: '{{b.data.instance}}',
    tools: ['{{out.data.instance}}', '{{b.data.instance}}'],
    text: 'See {{out.data.instance}} and {{question}}',
  }
  const file = cutPart(
    textOf(
      [
        node('a', { parentNode: 'gone', extent: 'parent' }, inputs),
        node('b', { position: { x: 300, y: 20 }, positionAbsolute: { x: 300, y: 20 } }),
        node('c', { parentNode: 'b', position: { x: 5, y: 5 } }),
      ],
      [
        { source: 'b', target: 'a' },
        { source: 'out', target: 'a' },
      ],
    ),
  )

  const [a, b, c] = file.nodes
  expect(a?.data.inputs).toEqual({
    model: '',
    prompt: '{{b.data.instance}}',
    tools: ['{{b.data.instance}}'],
    text: 'See  and {{question}}',
  })
  expect(a).toMatchObject({ position: { x: 0, y: 40 } })
  expect(a).not.toHaveProperty('parentNode')
  expect(b).toMatchObject({ position: { x: 200, y: 0 }, positionAbsolute: { x: 200, y: 0 } })
  expect(c).toMatchObject({ parentNode: 'b', position: { x: 5, y: 5 } })
  expect(file.edges).toEqual([{ source: 'b', target: 'a' }])
})

test('an invalid part is rejected', () => {
  const note = { id: 'n', type: 'stickyNote', data: { name: 'stickyNote' } }
  const many = Array.from({ length: 201 }, (_, index) => node(`n${index}`))

  expect(() => cutPart('{}')).toThrow('not a flow file')
  expect(() => cutPart(textOf([note]))).toThrow('at least one node')
  expect(() => cutPart(textOf([node('a'), node('a')]))).toThrow('twice')
  expect(() => cutPart(textOf(many))).toThrow('at most 200 nodes')
})

test('a part is stored without its secrets for its owner only, and is not a template', async () => {
  const { signUp, app } = await createTestApp()
  const root = await signUp('root')
  const ada = await signUp('ada')
  const file = parseFlowFile(aDemoFlow())
  Object.assign(file.nodes[0]?.data ?? {}, { credential: 'a-credential' })
  const request = async (who: typeof root, name: string, input?: object) => {
    const url = `/trpc/templates.parts.${name}${input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''}`
    return (await app.inject({ url, headers: who.headers })).json()
  }
  const notify = async (who: typeof root, name: string, payload: object) =>
    (
      await app.inject({
        method: 'POST',
        url: `/trpc/templates.parts.${name}`,
        payload,
        headers: who.headers,
      })
    ).json()

  const part = (await notify(ada, 'save', { name: ' Desk ', flowData: JSON.stringify(file) })).result.data

  expect(part).toMatchObject({ name: 'Desk', nodeCount: 3, createdDate: expect.any(String) })
  expect((await request(ada, 'list')).result.data).toEqual([part])
  const stored = (await request(ada, 'get', { id: part.id })).result.data
  expect(stored.flowData).not.toContain('a-credential')
  expect(parseFlowFile(stored.flowData).edges).toHaveLength(file.edges.length)
  expect((await notify(ada, 'rename', { id: part.id, name: 'Counter' })).result.data.name).toBe('Counter')

  expect((await request(root, 'list')).result.data).toEqual([])
  expect((await request(root, 'get', { id: part.id })).error.message).toBe('This part does not exist.')
  expect((await notify(root, 'rename', { id: part.id, name: 'Mine' })).error.message).toContain('not exist')
  expect((await notify(root, 'remove', { id: part.id })).error.message).toContain('not exist')
  const own = (await notify(root, 'save', { name: 'Root’s', flowData: aDemoFlow() })).result.data
  expect((await root.call('GET', '/marketplaces/custom')).json()).toEqual([])
  expect((await root.call('DELETE', `/marketplaces/custom/${own.id}`)).statusCode).toBe(404)

  expect((await notify(ada, 'remove', { id: part.id })).result.data).toEqual({ affected: 1, raw: [] })
  expect((await request(ada, 'list')).result.data).toEqual([])
})
