import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { flowNames, productTemplates, readFlow } from '../testing/read-flow.ts'
import { type Graph, positionOf, readGraph, viewportOf, writeGraph } from './flow-graph.ts'
import { outputPorts, portsOf, shapeOf } from './shape.ts'

function normalise(text: string) {
  const { nodes, ...rest } = JSON.parse(text)
  return {
    ...rest,
    nodes: nodes.map((node: { data: object }) => ({
      position: expect.anything(),
      ...node,
      data: { label: '', inputs: {}, ...node.data },
    })),
  }
}

function expectLossless(text: string) {
  const graph = readGraph(text, 'A flow')

  const exported = JSON.parse(JSON.stringify(writeGraph(graph)))

  expect(exported).toEqual(normalise(text))
  expect(graph.nodes.size).toBe(JSON.parse(text).nodes.length)
  expect(graph.edges.size).toBe(JSON.parse(text).edges.length)
}

describe('a flow file', () => {
  test.each(flowNames)('%s is exported as imported, including unknown keys', (name) => {
    expectLossless(readFlow(name))
  })

  test('has every link drawn between two ports, whatever classes its handles list', () => {
    const graph = readGraph(readFlow('drifted'), 'A flow')

    const [edge] = graph.edges.values()
    const { output, input } = edge ? portsOf(graph, edge, productTemplates) : {}

    expect(output?.name).toBe('chatOpenAI')
    expect(input?.label).toBe('Chat Model')
  })

  test('places nodes without a position, no two at the same one', () => {
    const graph = readGraph(
      '{"nodes":[{"id":"a","data":{"name":"a"}},{"id":"b","data":{"name":"b"}}],"edges":[]}',
      '',
    )

    const places = [...graph.nodes.values()].map((node) => JSON.stringify(positionOf(node)))

    expect(new Set(places).size).toBe(2)
  })

  test('needs no viewport, and preserves an existing one', () => {
    expect(viewportOf(readGraph(readFlow('conversation'), ''))).toBeUndefined()
    expect(viewportOf(readGraph(readFlow('drifted'), ''))).toEqual({ x: 12, y: -30, zoom: 0.75 })
  })

  test('preserves both of two nodes and of two links with the same id', () => {
    const node = { id: 'a_0', data: { name: 'a' } }
    const edge = { source: 'a_0', target: 'a_0', id: 'e' }
    const text = JSON.stringify({ nodes: [node, node], edges: [edge, edge] })

    const exported = writeGraph(readGraph(text, ''))

    expect(exported.nodes.map(({ id }) => id)).toEqual(['a_0', 'a_0'])
    expect(exported.edges).toHaveLength(2)
  })

  test('is rejected with a message when it is invalid', () => {
    expect(() => readGraph('{"hello":1}', '')).toThrow('This is not a flow file')
    expect(() => readGraph('nodes', '')).toThrow('it is not valid JSON')
  })

  test('gets the size of new cards only', () => {
    const graph = readGraph(readFlow('conversation'), '')
    const sizes = new Map([...graph.nodes.keys()].map((id) => [id, { width: 320, height: 200 }]))

    const [measured, fresh] = writeGraph(graph, { sizes }).nodes

    expect(measured).toMatchObject({ width: 300, height: 574 })
    expect(fresh).toMatchObject({ width: 320, height: 200 })
  })
})

describe('an unknown kind of node', () => {
  test('is drawn with the fields and ports from its file', () => {
    const graph = readGraph(readFlow('strange'), '')
    const node = graph.nodes.get('timeMachine_0')

    const shape = node && shapeOf(node, productTemplates)

    expect(shape?.template).toBeUndefined()
    expect(shape?.params.map(({ label }) => label)).toEqual(['Year'])
    expect(node && shape && outputPorts(shape, node.data)).toEqual([])
  })
})

const corpus = '../shared/flows'
const folders = ['chatflows', 'agentflows', 'agentflows-v2'].filter((folder) =>
  existsSync(join(corpus, folder)),
)
const files = folders.flatMap((folder) =>
  readdirSync(join(corpus, folder)).map((file) => join(corpus, folder, file)),
)

if (files.length > 0) {
  describe('the corpus', () => {
    test.each(files)('%s opens and is exported unchanged', (file) => {
      expectLossless(readFileSync(file, 'utf8'))
    })

    test.each(files.filter((file) => !file.includes('-v2')))('%s has all its links between ports', (file) => {
      const graph = readGraph(readFileSync(file, 'utf8'), '')

      expect(looseEnds(graph)).toEqual([])
    })
  })
}

function looseEnds(graph: Graph) {
  return [...graph.edges].flatMap(([key, edge]) => {
    const { output, input } = portsOf(graph, edge, productTemplates)
    return output && input ? [] : [key]
  })
}
