import { describe, expect, test } from 'vitest'
import { aGraph, anAgentGraph, inputOf, link, templates } from '../testing/a-graph.ts'
import {
  moveInList,
  moveNodes,
  orderOfList,
  renameNode,
  resetInput,
  setCredential,
  setInput,
  setOutput,
} from './edit.ts'
import { getNode, positionOf } from './flow-graph.ts'
import { addNode, addNote } from './place.ts'

describe('adding a node', () => {
  test('uses the next free number of its name', () => {
    const graph = aGraph('model', 'model', 'memory')
    const { nodes } = graph
    const gap = { ...graph, nodes: new Map([...nodes].filter(([id]) => id !== 'model_0')) }
    const template = templates.get('model')

    expect(template && addNode(gap, template, { x: 0, y: 0 }).id).toBe('model_0')
    expect(template && addNode(graph, template, { x: 0, y: 0 }).id).toBe('model_2')
  })

  test('gives it handles that contain its id, and its defaults', () => {
    const { data } = getNode(aGraph('agent'), 'agent_0')

    expect(data.inputs).toMatchObject({ model: '', instructions: 'Be kind.' })
    expect(data.inputAnchors).toMatchObject([
      { id: 'agent_0-input-model-BaseChatModel' },
      { id: 'agent_0-input-memory-BaseMemory' },
      { id: 'agent_0-input-tools-Tool' },
    ])
    expect(data.outputAnchors).toMatchObject([{ id: 'agent_0-output-agent-AgentExecutor|BaseChain' }])
  })

  test('adds an empty note', () => {
    const { graph, id } = addNote(aGraph('model'), { x: 5, y: 6 })

    expect(getNode(graph, id)).toMatchObject({ type: 'stickyNote', data: { inputs: { note: '' } } })
  })
})

describe('editing', () => {
  test('sets one input and leaves every other node identical', () => {
    const graph = anAgentGraph()

    const changed = setInput(graph, 'model_0', 'temperature', 0.2)

    expect(inputOf(changed, 'model_0', 'temperature')).toBe(0.2)
    expect(changed.nodes.get('agent_0')).toBe(graph.nodes.get('agent_0'))
  })

  test('to the current value is not an undo step', () => {
    const graph = anAgentGraph()

    expect(setInput(graph, 'model_0', 'temperature', 0.9)).toBe(graph)
    expect(renameNode(graph, 'model_0', 'Model')).toBe(graph)
  })

  test('resets an input to its default', () => {
    const graph = setInput(anAgentGraph(), 'model_0', 'temperature', 0.2)

    expect(inputOf(resetInput(graph, 'model_0', 'temperature', 0.9), 'model_0', 'temperature')).toBe(0.9)
  })

  test('stores a credential in its own field', () => {
    const older = setInput(aGraph('model'), 'model_0', 'FLOWISE_CREDENTIAL_ID', 'old')

    const { data } = getNode(setCredential(older, 'model_0', 'new'), 'model_0')

    expect(data.credential).toBe('new')
    expect(data.inputs).not.toHaveProperty('FLOWISE_CREDENTIAL_ID')
  })

  test('moves nodes, and detects when none has moved', () => {
    const graph = aGraph('model')

    expect(positionOf(getNode(moveNodes(graph, new Map([['model_0', { x: 7, y: 8 }]])), 'model_0'))).toEqual({
      x: 7,
      y: 8,
    })
    expect(moveNodes(graph, new Map([['model_0', { x: 0, y: 0 }]]))).toBe(graph)
  })
})

describe('selecting another output', () => {
  const linked = link(aGraph('text', 'agent'), 'text_0', 'agent_0', 'instructions')

  test('removes incompatible links', () => {
    const changed = setOutput(linked, 'text_0', 'output', 'page', templates)

    expect(getNode(changed, 'text_0').data.outputs).toEqual({ output: 'page' })
    expect(changed.edges.size).toBe(0)
    expect(inputOf(changed, 'agent_0', 'instructions')).toBe('Be kind.')
  })

  test('preserves compatible links, under its own handle', () => {
    const away = setOutput(aGraph('text', 'agent'), 'text_0', 'output', 'page', templates)
    const graph = link(
      setOutput(away, 'text_0', 'output', 'words', templates),
      'text_0',
      'agent_0',
      'instructions',
    )

    expect(setOutput(graph, 'text_0', 'output', 'words', templates)).toBe(graph)
    expect([...graph.edges.values()][0]?.sourceHandle).toBe('text_0-output-words-string|json')
  })
})

const graph = ['readTool_0', 'writeTool_0', 'otherTool_0'].reduce(
  (before, tool) => link(before, tool, 'agent_0', 'tools'),
  aGraph('readTool', 'writeTool', 'otherTool', 'agent'),
)

test('a list input is used in the order of its entries, which can be changed', () => {
  expect(orderOfList(graph, 'agent_0', 'tools')).toEqual(['readTool_0', 'writeTool_0', 'otherTool_0'])

  const moved = moveInList(graph, 'agent_0', 'tools', 2, 0)

  expect(orderOfList(moved, 'agent_0', 'tools')).toEqual(['otherTool_0', 'readTool_0', 'writeTool_0'])
  expect(inputOf(moved, 'agent_0', 'tools')).toHaveLength(3)
  expect(moved.edges).toBe(graph.edges)
})

test('entries that are not links stay in place, and invalid positions change nothing', () => {
  const mixed = setInput(graph, 'agent_0', 'tools', [
    'by hand',
    '{{readTool_0.data.instance}}',
    '{{otherTool_0.data.instance}}',
  ])

  expect(inputOf(moveInList(mixed, 'agent_0', 'tools', 1, 0), 'agent_0', 'tools')).toEqual([
    'by hand',
    '{{otherTool_0.data.instance}}',
    '{{readTool_0.data.instance}}',
  ])
  expect(moveInList(mixed, 'agent_0', 'tools', 0, 7)).toBe(mixed)
  expect(orderOfList(graph, 'agent_0', 'model')).toEqual([])
})
