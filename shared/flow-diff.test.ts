import { expect, test } from 'vitest'
import { countChanges, diffFlows, isSameFlow, ownEdges } from './flow-diff.ts'
import type { FlowEdge, FlowFile, FlowNode } from './flow-file.ts'

type Parts = { label?: string; name?: string; inputs?: Record<string, unknown>; x?: number } & Record<
  string,
  unknown
>

function aNode(id: string, { label = id, name = id, inputs = {}, x = 0, ...data }: Parts = {}): FlowNode {
  return { id, position: { x, y: 0 }, width: 320, data: { name, label, inputs, ...data } } as FlowNode
}

function anEdge(source: string, target: string, input: string, classes = 'A|B'): FlowEdge {
  return {
    source,
    target,
    sourceHandle: `${source}-output-${source}-${classes}`,
    targetHandle: `${target}-input-${input}-${classes}`,
  }
}

const file = (nodes: FlowNode[], edges: FlowEdge[] = []): FlowFile => ({ nodes, edges })

test('added and removed nodes are listed by name, and their links are not counted again', () => {
  const chain = aNode('chain', { inputs: { model: '{{old.data.instance}}' } })
  const before = file([aNode('old'), chain], [anEdge('old', 'chain', 'model')])
  const after = file(
    [aNode('fresh'), aNode('chain', { inputs: { model: '{{fresh.data.instance}}' } })],
    [anEdge('fresh', 'chain', 'model')],
  )

  const diff = diffFlows(before, after)

  expect(diff.added).toEqual([{ id: 'fresh', label: 'fresh', name: 'fresh', isNote: false }])
  expect(diff.removed.map(({ id }) => id)).toEqual(['old'])
  expect(diff.changed).toEqual([])
  expect(diff.addedEdges).toMatchObject([{ source: 'fresh', target: 'chain', input: 'model' }])
  expect(diff.removedEdges).toHaveLength(1)
  expect(ownEdges(diff.addedEdges, diff.added)).toEqual([])
  expect(countChanges(diff)).toEqual({ added: 1, removed: 1, changed: 0 })
})

test('a changed field is reported with its values before and after', () => {
  const before = file([aNode('model', { inputs: { temperature: 0.7, modelName: 'mini' } })])
  const after = file([
    aNode('model', { label: 'Our model', inputs: { temperature: 0.3, modelName: 'mini' } }),
  ])

  expect(diffFlows(before, after).changed).toEqual([
    {
      id: 'model',
      label: 'Our model',
      name: 'model',
      isNote: false,
      fields: [
        { field: 'label', of: 'node', before: 'model', after: 'Our model' },
        { field: 'temperature', of: 'input', before: 0.7, after: 0.3 },
      ],
    },
  ])
})

test.each([
  ['a card that only moved', aNode('a'), aNode('a', { x: 40 }), ['a']],
  ['a measured size', aNode('a'), { ...aNode('a'), height: 200, selected: true }, []],
  ['nothing in other spellings', aNode('a', { inputs: { x: '' } }), aNode('a', { inputs: { x: null } }), []],
  ['a field nobody has touched', aNode('a'), aNode('a', { inputs: { x: [] } }), []],
  ['a number kept as text', aNode('a', { inputs: { x: 0.5 } }), aNode('a', { inputs: { x: '0.5' } }), []],
  [
    'keys in another order',
    aNode('a', { inputs: { x: { b: 1, a: 2 } } }),
    aNode('a', { inputs: { x: { a: 2, b: 1 } } }),
    [],
  ],
  ['a newer copy of the catalogue', aNode('a'), aNode('a', { description: 'Said better' }), []],
])('%s is not a substantial change', (_, old, fresh, moved) => {
  const diff = diffFlows(file([old]), file([fresh as FlowNode]))

  expect(isSameFlow(countChanges(diff))).toBe(true)
  expect(diff.moved).toEqual(moved)
})

test('a link between remaining nodes counts; one that differs only in classes is the same link', () => {
  const nodes = [aNode('memory'), aNode('chain')]
  const linked = file(nodes, [anEdge('memory', 'chain', 'memory')])

  expect(countChanges(diffFlows(linked, file(nodes)))).toEqual({ added: 0, removed: 1, changed: 0 })
  expect(countChanges(diffFlows(linked, file(nodes, [anEdge('memory', 'chain', 'memory', 'C')])))).toEqual({
    added: 0,
    removed: 0,
    changed: 0,
  })
})

test('of a list with links and other values only the values are compared', () => {
  const tools = (...values: string[]) => file([aNode('agent', { inputs: { tools: values } })])

  expect(diffFlows(tools('{{a.data.instance}}'), tools('{{b.data.instance}}')).changed).toEqual([])
  expect(diffFlows(tools('x'), tools('x', 'y')).changed).toHaveLength(1)
})

test.each([
  ['credential', { credential: 'one' }, { credential: 'two' }],
  ['version', { version: 1 }, { version: 2 }],
  ['output', { outputs: { output: 'a' } }, { outputs: { output: 'b' } }],
])('a change of %s of a node counts', (field, old, fresh) => {
  const [changed] = diffFlows(file([aNode('a', old)]), file([aNode('a', fresh)])).changed

  expect(changed?.fields.map((each) => each.field)).toEqual([field])
})
