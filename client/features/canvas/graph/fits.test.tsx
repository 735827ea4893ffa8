import { describe, expect, test } from 'vitest'
import { aGraph, anInput, aTemplate, endsOf, inputOf, link, templates } from '../testing/a-graph.ts'
import { addBetween, addLinked, findAllTargets, findTargets, fitsBetween, fitsEnd } from './fits.ts'

const template = (name: string) => templates.get(name) ?? aTemplate(name)
const filter = aTemplate('filter', {
  baseClasses: ['Filter', 'BaseChatModel'],
  inputs: [anInput('inner', 'BaseChatModel')],
})
const known = new Map([...templates, ['filter', filter]])

describe('kinds compatible with a port', () => {
  test('from an output: kinds with an input that accepts it, including a text that accepts variables', () => {
    const { sourceHandle } = endsOf(aGraph('text', 'agent'), 'text_0', 'agent_0', 'instructions')
    const end = { node: 'text_0', handle: sourceHandle, side: 'out' as const }

    expect([...templates.values()].filter((each) => fitsEnd(each, end)).map(({ name }) => name)).toEqual([
      'agent',
    ])
  })

  test('from an input: kinds with an output that it accepts', () => {
    const end = { node: 'agent_0', handle: 'agent_0-input-tools-Tool', side: 'in' as const }

    expect([...templates.values()].filter((each) => fitsEnd(each, end)).map(({ name }) => name)).toEqual([
      'readTool',
      'writeTool',
      'otherTool',
    ])
  })
})

describe('adding with a link', () => {
  test('connects the new node immediately', () => {
    const end = { node: 'agent_0', handle: 'agent_0-input-model-BaseChatModel', side: 'in' as const }

    const { graph, id } = addLinked(aGraph('agent'), template('model'), { x: 0, y: 0 }, end, templates)

    expect(inputOf(graph, 'agent_0', 'model')).toBe(`{{${id}.data.instance}}`)
    expect(graph.edges.size).toBe(1)
  })

  test('selects the compatible output', () => {
    const end = { node: 'reader_0', handle: 'reader_0-input-page-Document', side: 'in' as const }

    const { graph, id } = addLinked(
      aGraph('agent'),
      template('text'),
      { x: 0, y: 0 },
      { ...end, node: 'agent_0' },
      templates,
    )

    expect(graph.nodes.get(id)?.data.outputs).toEqual({ output: 'page' })
  })

  test('inserts a node between the ends of a link', () => {
    const graph = link(aGraph('model', 'agent'), 'model_0', 'agent_0', 'model')
    const [key = ''] = graph.edges.keys()
    const edge = graph.edges.get(key)

    const between = addBetween(graph, filter, { x: 0, y: 0 }, key, known)

    expect(edge && fitsBetween(filter, edge)).toBe(true)
    expect(edge && fitsBetween(template('memory'), edge)).toBe(false)
    expect(inputOf(between.graph, between.id, 'inner')).toBe('{{model_0.data.instance}}')
    expect(inputOf(between.graph, 'agent_0', 'model')).toBe(`{{${between.id}.data.instance}}`)
    expect(between.graph.edges.size).toBe(2)
  })
})

test('lists the inputs compatible with an output, free ones before occupied ones', () => {
  const graph = link(aGraph('model', 'model', 'agent', 'agent'), 'model_0', 'agent_0', 'model')
  const { sourceHandle } = endsOf(graph, 'model_1', 'agent_0', 'model')

  const targets = findTargets(graph, { node: 'model_1', handle: sourceHandle, side: 'out' }, templates)

  expect(targets.map(({ node, portLabel, verdict }) => [node, portLabel, verdict.fits])).toEqual([
    ['agent_1', 'Chat Model', true],
    ['agent_0', 'Chat Model', false],
  ])
})

test('lists the outputs accepted by an input', () => {
  const graph = aGraph('readTool', 'memory', 'agent')
  const end = { node: 'agent_0', handle: 'agent_0-input-tools-Tool', side: 'in' as const }

  expect(findTargets(graph, end, templates).map(({ nodeLabel }) => nodeLabel)).toEqual(['Get page'])
})

test('searches from all ports of a node', () => {
  const graph = aGraph('readTool', 'memory', 'agent')

  expect(findAllTargets(graph, 'agent_0', templates).map(({ nodeLabel }) => nodeLabel)).toEqual([
    'Memory',
    'Get page',
  ])
})
