import { describe, expect, test } from 'vitest'
import { anAgentGraph, inputOf } from '../testing/a-graph.ts'
import { readFlow } from '../testing/read-flow.ts'
import { duplicate, isClip, pasteClip, readClip, toClip, writeClip } from './clip.ts'
import { getNode, positionOf, readGraph } from './flow-graph.ts'

describe('duplicating a node', () => {
  test('gives a new id, also within its handles, shifts it 400 px right and clears links to other nodes', () => {
    const { graph, ids } = duplicate(anAgentGraph(), ['agent_0'])

    const copy = getNode(graph, 'agent_1')
    expect(ids).toEqual(['agent_1'])
    expect(positionOf(copy)).toEqual({ x: 1600, y: 0 })
    expect(copy.data.id).toBe('agent_1')
    expect(JSON.stringify(copy)).not.toContain('agent_0')
    expect(copy.data.inputs).toMatchObject({ model: '', memory: '', tools: [], instructions: 'Be kind.' })
    expect(graph.edges.size).toBe(3)
  })

  test('gives it the next free number in its name', () => {
    const once = duplicate(anAgentGraph(), ['agent_0'])

    const twice = duplicate(once.graph, ['agent_0'])

    expect(getNode(once.graph, 'agent_1').data.label).toBe('Agent 2')
    expect(getNode(twice.graph, 'agent_2').data.label).toBe('Agent 3')
  })

  test('preserves the links between several that are copied together', () => {
    const { graph } = duplicate(anAgentGraph(), ['model_0', 'agent_0'])

    expect(inputOf(graph, 'agent_1', 'model')).toBe('{{model_1.data.instance}}')
    expect(inputOf(graph, 'agent_1', 'memory')).toBe('')
    expect([...graph.edges.values()].at(-1)).toMatchObject({ source: 'model_1', target: 'agent_1' })
    expect([...graph.edges.values()].at(-1)?.targetHandle).toBe('agent_1-input-model-BaseChatModel')
  })

  test('does not copy the start of an agent flow', () => {
    const step = (id: string, name: string) => ({ id, type: 'agentFlow', data: { name, inputs: {} } })
    const nodes = [step('startAgentflow_0', 'startAgentflow'), step('llmAgentflow_0', 'llmAgentflow')]
    const ends = { source: 'startAgentflow_0', target: 'llmAgentflow_0' }
    const handles = { sourceHandle: 'startAgentflow_0-output-startAgentflow', targetHandle: 'llmAgentflow_0' }
    const graph = readGraph(JSON.stringify({ nodes, edges: [{ id: 'x', ...ends, ...handles }] }), '')

    const copied = duplicate(graph, ['startAgentflow_0', 'llmAgentflow_0'])

    expect(copied.ids).toEqual(['llmAgentflow_1'])
    expect(copied.graph.edges.size).toBe(1)
  })

  test('copies the key of its selected tab', () => {
    const graph = readGraph(
      '{"nodes":[{"id":"tabs_0","data":{"name":"tabs","inputs":{"chosenTab_tabs_0":"code"}}}],"edges":[]}',
      '',
    )

    expect(getNode(duplicate(graph, ['tabs_0']).graph, 'tabs_1').data.inputs).toEqual({
      chosenTab_tabs_1: 'code',
    })
  })
})

describe('a clip', () => {
  test('is copied to the clipboard and pasted with its corner at the pointer and its internal links', () => {
    const graph = anAgentGraph()
    const text = writeClip(toClip(graph, ['memory_0', 'agent_0']))

    const pasted = pasteClip(graph, readClip(text) ?? { nodes: [], edges: [] }, { x: 200, y: 300 })

    expect(pasted.ids).toEqual(['memory_1', 'agent_1'])
    expect(positionOf(getNode(pasted.graph, 'memory_1'))).toEqual({ x: 200, y: 300 })
    expect(positionOf(getNode(pasted.graph, 'agent_1'))).toEqual({ x: 1000, y: 300 })
    expect(inputOf(pasted.graph, 'agent_1', 'memory')).toBe('{{memory_1.data.instance}}')
    expect(inputOf(pasted.graph, 'agent_1', 'model')).toBe('')
    expect(pasted.graph.edges.size).toBe(4)
  })

  test('may be an entire flow file', () => {
    expect(readClip(readFlow('conversation'))?.nodes).toHaveLength(3)
  })

  test('is not read from other text or JSON', () => {
    expect(readClip('Buy milk')).toBeUndefined()
    expect(readClip('{"milk":1}')).toBeUndefined()
  })

  test('preserves a container with its contents', () => {
    const graph = readGraph(readFlow('strange'), '')

    const pasted = pasteClip(graph, toClip(graph, ['box_0', 'inner_0']), { x: 0, y: 0 })

    expect(getNode(pasted.graph, 'inner_1')).toMatchObject({
      parentNode: 'iterationAgentflow_0',
      position: { x: 60, y: 80 },
    })
  })
})

describe('pasting with incoming links', () => {
  const copied = () => writeClip(toClip(anAgentGraph(), ['agent_0']))
  const paste = (graph = anAgentGraph(), text = copied()) =>
    pasteClip(graph, readClip(text) ?? { nodes: [], edges: [] }, { x: 0, y: 0 }, true).graph

  test('preserves links from existing nodes, in the inputs and as wires', () => {
    const graph = paste()

    expect(inputOf(graph, 'agent_1', 'model')).toBe('{{model_0.data.instance}}')
    expect(inputOf(graph, 'agent_1', 'tools')).toEqual(['{{otherTool_0.data.instance}}'])
    const wires = [...graph.edges.values()].filter(({ target }) => target === 'agent_1')
    expect(wires.map(({ source }) => source)).toEqual(['model_0', 'memory_0', 'otherTool_0'])
    expect(wires.every(({ targetHandle }) => targetHandle?.startsWith('agent_1-'))).toBe(true)
  })

  test('clears links from nodes that are missing, or are of another kind', () => {
    const other = readGraph(
      '{"nodes":[{"id":"model_0","data":{"name":"memory","inputs":{}}}],"edges":[]}',
      'Other',
    )
    const graph = paste(other)

    expect(inputOf(graph, 'agent_0', 'model')).toBe('')
    expect(graph.edges.size).toBe(0)
  })

  test('a plain paste clears them all', () => {
    const clip = readClip(copied()) ?? { nodes: [], edges: [] }
    expect(inputOf(pasteClip(anAgentGraph(), clip, { x: 0, y: 0 }).graph, 'agent_1', 'model')).toBe('')
  })

  test('copied nodes are distinguished from a complete file', () => {
    expect(isClip(copied())).toBe(true)
    expect(isClip(readFlow('conversation'))).toBe(false)
  })
})
