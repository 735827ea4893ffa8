import { describe, expect, test } from 'vitest'
import { aGraph, link, templates } from '../testing/a-graph.ts'
import { type Graph, readGraph } from './flow-graph.ts'
import {
  brokenIn,
  chipOf,
  nodesBefore,
  offeredVariables,
  profileOf,
  splitTokens,
  substituteTokens,
  tokenOf,
} from './variables.ts'

const none = new Map()

function aChain(
  names: readonly string[],
  type: string,
  links: readonly [string, string][],
  data: object = {},
): Graph {
  return readGraph(
    JSON.stringify({
      nodes: names.map((id) => ({
        id,
        type,
        ...(id.startsWith('inner') && { parentNode: 'iterationAgentflow_0' }),
        data: {
          id,
          name: id.replace(/_\d+$/, ''),
          label: `The ${id}`,
          category: type === 'agentFlow' ? 'Agent Flows' : 'Sequential Agents',
          inputs: (data as Record<string, object>)[id] ?? {},
          inputParams: [],
          inputAnchors: [
            { id: `${id}-input-sequentialNode-Agent`, name: 'sequentialNode', type: 'Agent', list: true },
          ],
          outputAnchors: [{ id: `${id}-output-${id}-Agent`, name: id, label: 'Agent', type: 'Agent' }],
        },
      })),
      edges: links.map(([source, target]) => ({
        id: `${source}-${target}`,
        source,
        target,
        sourceHandle: `${source}-output-${source}-Agent`,
        targetHandle: type === 'agentFlow' ? target : `${target}-input-sequentialNode-Agent`,
      })),
    }),
    'Chain',
  )
}

const queryOf = (node: string, input = 'instructions') => ({ node, input, templates, vars: ['shop'] })
const namesOf = (graph: Graph, node: string, group: string, known = templates) =>
  offeredVariables(graph, { ...queryOf(node), templates: known })
    .filter((variable) => variable.group === group)
    .map(({ name }) => name)

describe('a plain node', () => {
  const graph = link(aGraph('text', 'model', 'agent'), 'text_0', 'agent_0', 'instructions')

  test('is offered nodes linked to this input and no other nodes on the canvas', () => {
    expect(namesOf(graph, 'agent_0', 'upstream')).toEqual(['text_0.data.instance'])
    expect(
      offeredVariables(graph, queryOf('agent_0', 'other')).some(({ group }) => group === 'upstream'),
    ).toBe(false)
  })

  test('is offered chat, flow and stored variables, but no state', () => {
    expect(namesOf(graph, 'agent_0', 'chat')).toEqual(['question', 'chat_history', 'file_attachment'])
    expect(namesOf(graph, 'agent_0', 'flow')).toContain('$flow.sessionId')
    expect(namesOf(graph, 'agent_0', 'vars')).toEqual(['$vars.shop'])
    expect(namesOf(graph, 'agent_0', 'state')).toEqual([])
  })
})

test('sequential agents offer the nodes upstream in their chain', () => {
  const graph = aChain(
    ['seqStart_0', 'seqState_0', 'seqAgent_0', 'seqAgent_1', 'seqAgent_2'],
    'customNode',
    [
      ['seqStart_0', 'seqAgent_0'],
      ['seqState_0', 'seqStart_0'],
      ['seqAgent_0', 'seqAgent_1'],
    ],
    { seqState_0: { stateMemoryUI: '[{"key":"topic","operation":"Replace","defaultValue":"","id":0}]' } },
  )

  expect(profileOf(graph.nodes.get('seqAgent_1'))).toBe('sequential')
  expect(nodesBefore(graph, { node: 'seqAgent_1', input: '', templates: none }, 'sequential')).toEqual([
    'seqAgent_0',
    'seqStart_0',
    'seqState_0',
  ])
  expect(namesOf(graph, 'seqAgent_1', 'upstream', none)).toEqual([
    'seqAgent_0.data.instance',
    'seqState_0.data.instance',
  ])
  expect(namesOf(graph, 'seqAgent_1', 'state', none)).toContain('$flow.state.topic')
  expect(namesOf(graph, 'seqAgent_2', 'state', none)).not.toContain('$flow.state.topic')
})

test('a node in a control flow is offered all upstream nodes and its container', () => {
  const graph = aChain(
    ['startAgentflow_0', 'llmAgentflow_0', 'iterationAgentflow_0', 'inner_0', 'llmAgentflow_1'],
    'agentFlow',
    [
      ['startAgentflow_0', 'llmAgentflow_0'],
      ['llmAgentflow_0', 'iterationAgentflow_0'],
      ['iterationAgentflow_0', 'llmAgentflow_1'],
    ],
    {
      startAgentflow_0: {
        startInputType: 'formInput',
        formInputTypes: [{ type: 'string', label: 'Your city', name: 'city' }],
        startState: [{ key: 'findings', value: '' }],
      },
    },
  )

  expect(namesOf(graph, 'inner_0', 'upstream', none)).toEqual(['iterationAgentflow_0', 'llmAgentflow_0'])
  expect(namesOf(graph, 'inner_0', 'form', none)).toEqual(['$form.city'])
  expect(namesOf(graph, 'inner_0', 'state', none)).toEqual(['$flow.state.findings', '$iteration'])
  expect(namesOf(graph, 'llmAgentflow_1', 'state', none)).toEqual(['$flow.state.findings'])
  expect(tokenOf('llmAgentflow_0', 'control')).toBe('{{ llmAgentflow_0 }}')
})

test('a cycle of steps terminates', () => {
  const graph = aChain(['a_0', 'b_0'], 'agentFlow', [
    ['a_0', 'b_0'],
    ['b_0', 'a_0'],
  ])

  expect(nodesBefore(graph, { node: 'a_0', input: '', templates: none }, 'control')).toEqual(['b_0'])
})

describe('chips', () => {
  const graph = link(aGraph('text', 'text', 'agent'), 'text_0', 'agent_0', 'instructions')
  const known = {
    offered: offeredVariables(graph, queryOf('agent_0')),
    graph,
    profile: 'chat' as const,
    varsKnown: true,
  }

  test('a text is split into words and variables, and joined again', () => {
    const text = 'Hello {{question}}, {{ $vars.shop }} {not} {{'

    expect(splitTokens(text)).toEqual([
      { text: 'Hello ' },
      { token: '{{question}}', name: 'question' },
      { text: ', ' },
      { token: '{{ $vars.shop }}', name: '$vars.shop' },
      { text: ' {not} {{' },
    ])
    expect(
      splitTokens(text)
        .map((part) => ('text' in part ? part.text : part.token))
        .join(''),
    ).toBe(text)
  })

  test('a node is shown by its label, with the referenced field', () => {
    expect(chipOf('text_0.data.instance', known)).toMatchObject({
      label: 'Text',
      broken: false,
      node: 'text_0',
    })
    expect(chipOf('text_0.data.instance.title', known)?.label).toBe('Text.title')
  })

  test('unresolvable variables are broken: an unlinked node, a deleted node, an unknown variable', () => {
    expect(chipOf('text_1.data.instance', known)).toMatchObject({
      label: 'Text',
      broken: true,
      node: 'text_1',
    })
    expect(chipOf('gone_0.data.instance', known)).toEqual({ label: 'gone_0', kind: 'any', broken: true })
    expect(chipOf('$vars.other', known)?.broken).toBe(true)
    expect(chipOf('$vars.other', { ...known, varsKnown: false })?.broken).toBe(false)
    expect(brokenIn('{{question}} {{$flow.state.eta}}', known)).toEqual(['$flow.state.eta'])
  })

  test('braces around other text are text', () => {
    expect(chipOf('whatever', known)).toBeUndefined()
  })

  test('values of the last run replace their variables', () => {
    expect(
      substituteTokens('{{question}} {{$vars.shop}}', (name) => (name === 'question' ? 'Why?' : undefined)),
    ).toBe('Why? {{$vars.shop}}')
  })
})
