import { describe, expect, test } from 'vitest'
import { aGraph, anAgentGraph, endsOf, inputOf, link, templates } from '../testing/a-graph.ts'
import { connect, judge, replaceLink } from './connect.ts'

describe('a link is allowed', () => {
  test('if one type of the source output matches a type of the target input', () => {
    const graph = aGraph('model', 'agent')

    expect(judge(graph, endsOf(graph, 'model_0', 'agent_0', 'model'), templates)).toEqual({ fits: true })
  })

  test('if one of several target types matches', () => {
    const graph = aGraph('model', 'agent')
    const ends = {
      ...endsOf(graph, 'model_0', 'agent_0', 'model'),
      targetHandle: 'agent_0-input-model-Other | BaseLanguageModel',
    }

    expect(judge(graph, ends, templates).fits).toBe(true)
  })

  test('into a list that already has links', () => {
    const graph = link(aGraph('readTool', 'otherTool', 'agent'), 'readTool_0', 'agent_0', 'tools')

    expect(judge(graph, endsOf(graph, 'otherTool_0', 'agent_0', 'tools'), templates).fits).toBe(true)
  })
})

describe('a link is rejected', () => {
  test('when no type matches', () => {
    const graph = aGraph('memory', 'agent')

    expect(judge(graph, endsOf(graph, 'memory_0', 'agent_0', 'model'), templates)).toEqual({
      fits: false,
      reason: 'types',
    })
  })

  test('when the target is occupied, and names the link to replace', () => {
    const graph = link(aGraph('model', 'model', 'agent'), 'model_0', 'agent_0', 'model')

    expect(judge(graph, endsOf(graph, 'model_1', 'agent_0', 'model'), templates)).toEqual({
      fits: false,
      reason: 'taken',
      edge: [...graph.edges.keys()][0],
    })
  })

  test('when it already exists', () => {
    const graph = link(aGraph('otherTool', 'agent'), 'otherTool_0', 'agent_0', 'tools')

    expect(judge(graph, endsOf(graph, 'otherTool_0', 'agent_0', 'tools'), templates)).toMatchObject({
      reason: 'linked',
    })
  })

  test('from a node to itself', () => {
    const graph = aGraph('agent')
    const ends = {
      ...endsOf(graph, 'agent_0', 'agent_0', 'model'),
      sourceHandle: 'agent_0-output-agent-BaseChatModel',
    }

    expect(judge(graph, ends, templates)).toMatchObject({ reason: 'self' })
  })
})

describe('connecting', () => {
  test('writes the reference into a single input', () => {
    const graph = link(aGraph('model', 'agent'), 'model_0', 'agent_0', 'model')

    expect(inputOf(graph, 'agent_0', 'model')).toBe('{{model_0.data.instance}}')
  })

  test('draws the edge with the id and type used in files', () => {
    const graph = link(aGraph('model', 'agent'), 'model_0', 'agent_0', 'model')

    const source = 'model_0-output-model-Model|BaseChatModel|BaseLanguageModel'
    const target = 'agent_0-input-model-BaseChatModel'
    expect([...graph.edges.values()]).toEqual([
      {
        source: 'model_0',
        sourceHandle: source,
        target: 'agent_0',
        targetHandle: target,
        type: 'buttonedge',
        id: `model_0-${source}-agent_0-${target}`,
        data: { label: '' },
      },
    ])
  })

  test('appends to a list', () => {
    const graph = ['otherTool_0', 'otherTool_1'].reduce(
      (linked, tool) => link(linked, tool, 'agent_0', 'tools'),
      aGraph('otherTool', 'otherTool', 'agent'),
    )

    expect(inputOf(graph, 'agent_0', 'tools')).toEqual([
      '{{otherTool_0.data.instance}}',
      '{{otherTool_1.data.instance}}',
    ])
  })

  test('puts read tools first, write tools next, others last', () => {
    const graph = ['otherTool_0', 'writeTool_0', 'readTool_0'].reduce(
      (linked, tool) => link(linked, tool, 'agent_0', 'tools'),
      aGraph('otherTool', 'writeTool', 'readTool', 'agent'),
    )

    expect(inputOf(graph, 'agent_0', 'tools')).toEqual([
      '{{readTool_0.data.instance}}',
      '{{writeTool_0.data.instance}}',
      '{{otherTool_0.data.instance}}',
    ])
  })

  test('preserves the text of an input that accepts variables', () => {
    const graph = link(aGraph('text', 'agent'), 'text_0', 'agent_0', 'instructions')

    expect(inputOf(graph, 'agent_0', 'instructions')).toBe('Be kind.{{text_0.data.instance}}')
  })

  test('replaces a link and its reference in one step', () => {
    const graph = link(aGraph('model', 'model', 'agent'), 'model_0', 'agent_0', 'model')
    const [taken = ''] = graph.edges.keys()

    const replaced = replaceLink(graph, endsOf(graph, 'model_1', 'agent_0', 'model'), taken, templates)

    expect([...replaced.edges.values()].map(({ source }) => source)).toEqual(['model_1'])
    expect(inputOf(replaced, 'agent_0', 'model')).toBe('{{model_1.data.instance}}')
  })

  test('does not modify its input graph', () => {
    const graph = anAgentGraph()
    const before = JSON.stringify([...graph.nodes])

    connect(graph, endsOf(graph, 'otherTool_0', 'agent_0', 'tools'), templates)

    expect(JSON.stringify([...graph.nodes])).toBe(before)
  })
})
