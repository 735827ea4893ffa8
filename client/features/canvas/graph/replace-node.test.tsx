import { describe, expect, test } from 'vitest'
import {
  aGraph,
  anAgentGraph,
  anInput,
  aTemplate,
  inputOf,
  link,
  summariesOf,
  templates,
} from '../testing/a-graph.ts'
import { setCredential, setInput } from './edit.ts'
import { type Graph, getNode } from './flow-graph.ts'
import { findReplacements, replaceNode } from './replace-node.ts'

const rival = aTemplate('rival', {
  label: 'Rival',
  category: 'Chat Models',
  baseClasses: ['Rival', 'BaseChatModel'],
  credential: { ...anInput('credential', 'credential'), credentialNames: ['modelApi'] },
  inputs: [anInput('temperature', 'number', { default: 1 }), anInput('modelName', 'options')],
})
const chain = aTemplate('chain', {
  label: 'Chain',
  category: 'Chains',
  baseClasses: ['Chain'],
  inputs: [anInput('llm', 'BaseLanguageModel'), anInput('memory', 'BaseMemory', { optional: true })],
})
const all = new Map([...templates, ['rival', rival], ['chain', chain]])

const linksOf = (graph: Graph) => [...graph.edges.values()].map(({ source, target }) => `${source} ${target}`)
const replace = (graph: Graph, id: string, kind: string) => {
  const template = all.get(kind)
  if (!template) {
    throw new Error(`There is no ${kind}.`)
  }
  return replaceNode(graph, id, template, all)
}

describe('replacing a node with another kind', () => {
  test('preserves its position, its links, values of the same name and type, and a credential accepted by both', () => {
    const before = setCredential(setInput(anAgentGraph(), 'model_0', 'temperature', 0.2), 'model_0', 'mine')
    const { graph, id, lost } = replace(setInput(before, 'model_0', 'modelName', 'demo'), 'model_0', 'rival')

    expect(id).toBe('rival_0')
    expect(lost).toEqual([])
    expect([...graph.nodes.keys()]).toEqual(['rival_0', 'memory_0', 'otherTool_0', 'agent_0'])
    const { data, position } = getNode(graph, 'rival_0')
    expect(position).toEqual(getNode(before, 'model_0').position)
    expect(data).toMatchObject({
      label: 'Rival',
      credential: 'mine',
      inputs: { temperature: 0.2, modelName: '' },
    })
    expect(linksOf(graph)).toContain('rival_0 agent_0')
    expect(inputOf(graph, 'agent_0', 'model')).toBe('{{rival_0.data.instance}}')
    expect(JSON.stringify([...graph.nodes])).not.toContain('model_0')
  })

  test('moves links to compatible ports of other names, and reports lost links', () => {
    const before = anAgentGraph()
    const { graph, lost } = replace(before, 'agent_0', 'chain')

    expect(linksOf(graph)).toEqual(['model_0 chain_0', 'memory_0 chain_0'])
    expect(inputOf(graph, 'chain_0', 'llm')).toBe('{{model_0.data.instance}}')
    expect(lost.map((key) => before.edges.get(key)?.source)).toEqual(['otherTool_0'])
  })

  test('preserves a custom name and text references to the node', () => {
    const graph = link(aGraph('text', 'agent'), 'text_0', 'agent_0', 'instructions')
    const referencing = setInput(graph, 'agent_0', 'instructions', 'See {{text_0.data.instance}} first.')
    const other = aTemplate('page', { baseClasses: ['Page', 'string'] })
    const replaced = replaceNode(referencing, 'text_0', other, new Map([...all, ['page', other]]))

    expect(inputOf(replaced.graph, 'agent_0', 'instructions')).toBe('See {{page_0.data.instance}} first.')
    expect(replaced.lost).toEqual([])
  })
})

test('kinds that preserve all links are offered first, those that preserve none not at all', () => {
  const names = (id: string) =>
    findReplacements(anAgentGraph(), id, summariesOf(all), all).map(({ kind }) => kind.name)

  expect(names('model_0')).toEqual(['rival'])
  expect(names('agent_0')).toEqual(['chain'])
  // Without links only kinds of the same category are offered.
  expect(
    findReplacements(aGraph('memory', 'readTool'), 'readTool_0', summariesOf(all), all).map(
      ({ kind }) => kind.name,
    ),
  ).toEqual(['writeTool', 'otherTool'])
})
