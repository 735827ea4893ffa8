import { describe, expect, test } from 'vitest'
import { aGraph, anAgentGraph, inputOf, link, templates } from '../testing/a-graph.ts'
import { productTemplates, readFlow } from '../testing/read-flow.ts'
import { readGraph } from './flow-graph.ts'
import { removeEdges, removeNodes } from './remove.ts'

describe('deleting a link', () => {
  test('removes the source from a list input', () => {
    const graph = ['otherTool_0', 'otherTool_1'].reduce(
      (linked, tool) => link(linked, tool, 'agent_0', 'tools'),
      aGraph('otherTool', 'otherTool', 'agent'),
    )
    const [first = ''] = graph.edges.keys()

    const removed = removeEdges(graph, [first], templates)

    expect(inputOf(removed, 'agent_0', 'tools')).toEqual(['{{otherTool_1.data.instance}}'])
  })

  test('removes the reference from an input that accepts variables', () => {
    const graph = link(aGraph('text', 'agent'), 'text_0', 'agent_0', 'instructions')

    const removed = removeEdges(graph, [...graph.edges.keys()], templates)

    expect(inputOf(removed, 'agent_0', 'instructions')).toBe('Be kind.')
  })

  test('clears any other input', () => {
    const graph = link(aGraph('model', 'agent'), 'model_0', 'agent_0', 'model')

    const removed = removeEdges(graph, [...graph.edges.keys()], templates)

    expect(inputOf(removed, 'agent_0', 'model')).toBe('')
    expect(removed.edges.size).toBe(0)
  })

  test('finds the input by its name when the file has older handles', () => {
    const graph = readGraph(readFlow('drifted'), '')

    const removed = removeEdges(graph, ['an-old-id'], productTemplates)

    expect(removed.edges.size).toBe(0)
    expect(inputOf(removed, 'conversationChain_0', 'model')).toBe('')
  })

  test('that no longer exists changes nothing', () => {
    const graph = anAgentGraph()

    expect(removeEdges(graph, ['no such link'], templates)).toBe(graph)
  })
})

describe('deleting a node', () => {
  test('clears the inputs it was connected to and removes its links', () => {
    const removed = removeNodes(anAgentGraph(), ['model_0', 'otherTool_0'], templates)

    expect([...removed.nodes.keys()]).toEqual(['memory_0', 'agent_0'])
    expect([...removed.edges.values()].map(({ source }) => source)).toEqual(['memory_0'])
    expect(inputOf(removed, 'agent_0', 'model')).toBe('')
    expect(inputOf(removed, 'agent_0', 'tools')).toEqual([])
    expect(inputOf(removed, 'agent_0', 'memory')).toBe('{{memory_0.data.instance}}')
  })

  test('removes its contents', () => {
    const graph = readGraph(readFlow('strange'), '')

    const removed = removeNodes(graph, ['box_0'], templates)

    expect([...removed.nodes.keys()]).toEqual(['timeMachine_0', 'stickyNote_0'])
    expect(removed.edges.size).toBe(0)
  })
})
