import { expect, test } from 'vitest'
import { emptyGraph, type Graph, type GraphNode } from '../graph/flow-graph.ts'
import { derive, isOnlyMoved, nothingDerived } from './derive.ts'

const node = (x: number, data: GraphNode['data'], more: Partial<GraphNode> = {}): GraphNode => ({
  id: 'a',
  type: 'customNode',
  position: { x, y: 0 },
  data,
  ...more,
})
const graph = (nodes: readonly GraphNode[], more: Partial<Graph> = {}): Graph => ({
  ...emptyGraph,
  nodes: new Map(nodes.map((each, index) => [`n${index}`, each])),
  ...more,
})
const data: GraphNode['data'] = { name: 'one', label: '', inputs: {}, outputs: {} }
const before = graph([node(0, data), node(1, data)])

test('moved and resized nodes count as only moved', () => {
  expect(isOnlyMoved(before, before)).toBe(true)
  expect(isOnlyMoved(before, graph([node(40, data, { width: 500 }), node(1, data)]))).toBe(true)
})

test.each([
  ['another value', graph([node(0, { ...data }), node(1, data)])],
  ['another kind of node', graph([node(0, data, { type: 'stickyNote' }), node(1, data)])],
  ['another box around it', graph([node(0, data, { parentNode: 'n1' }), node(1, data)])],
  ['one node less', graph([node(0, data)])],
  [
    'one node for another',
    { ...before, nodes: new Map([...before.nodes].map(([id, each]) => [`${id}x`, each])) },
  ],
  ['other links', { ...before, edges: new Map(before.edges) }],
] as const)('%s is not just a move', (_, after) => {
  expect(isOnlyMoved(before, after)).toBe(false)
})

test('the size of a box is known before it is drawn', () => {
  const box = node(0, data, { type: 'iteration', width: 420, height: 260 })

  const { flowNodes } = derive(nothingDerived, graph([box]), new Map())

  expect(flowNodes).toMatchObject([{ type: 'frame', width: 420, height: 260 }])
})
