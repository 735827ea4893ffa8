import { expect, test } from 'vitest'
import { checkGraph } from '../graph/check.ts'
import { setInput } from '../graph/edit.ts'
import { type Graph, withData, withNodes } from '../graph/flow-graph.ts'
import { anAgentGraph, inputOf, templates } from '../testing/a-graph.ts'
import { updateAll, updateNode } from './update-node.ts'

const agent = templates.get('agent')
if (!agent) {
  throw new Error('The small catalogue has lost its agent.')
}
/** The server has a newer agent: without a memory, and with a new field that has a default. */
const newer = new Map([
  ...templates,
  [
    'agent',
    {
      ...agent,
      version: 2,
      inputs: [
        ...agent.inputs.filter(({ name }) => name !== 'memory'),
        { name: 'rounds', label: 'Rounds', type: 'number', default: 3 },
      ],
    },
  ],
])

function named(graph: Graph) {
  const node = graph.nodes.get('agent_0')
  return node ? withNodes(graph, [['agent_0', withData(node, { label: 'Desk', credential: 'key' })]]) : graph
}
const old = setInput(named(anAgentGraph()), 'agent_0', 'instructions', 'Be short.')

test('keeps label, credential, fields and links by name, and says which link it loses', () => {
  const updated = updateNode(old, 'agent_0', newer)

  const data = updated?.graph.nodes.get('agent_0')?.data
  expect(data).toMatchObject({ version: 2, label: 'Desk', credential: 'key' })
  expect(data?.inputs).toMatchObject({ instructions: 'Be short.', rounds: 3 })
  expect(data?.inputs.memory).toBeUndefined()
  expect(updated?.lost).toHaveLength(1)
  expect([...(updated?.graph.edges.values() ?? [])].map(({ source }) => source)).toEqual([
    'model_0',
    'otherTool_0',
  ])
  expect(updated && inputOf(updated.graph, 'agent_0', 'model')).toBe('{{model_0.data.instance}}')
})

test('an update leaves no warning behind and unknown kinds untouched', () => {
  const isOld = (graph: Graph) => checkGraph(graph, newer).some(({ issue }) => issue.name === 'outdated')
  expect(isOld(old)).toBe(true)

  expect(isOld(updateAll(old, ['agent_0'], newer).graph)).toBe(false)
  expect(updateNode(old, 'agent_0', new Map())).toBeUndefined()
})
