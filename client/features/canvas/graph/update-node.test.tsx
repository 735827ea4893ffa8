import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addStep } from '../agent/add-step.ts'
import { anAgentGraph, inputOf, templates } from '../testing/a-graph.ts'
import { productTemplates } from '../testing/read-flow.ts'
import { stepTemplate } from '../testing/step-templates.ts'
import { checkGraph } from './check.ts'
import { setInput } from './edit.ts'
import { emptyGraph, type Graph, getNode, readGraph, withData, withNodes } from './flow-graph.ts'
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

test('preserves label, credential, fields and links by name, and reports lost links', () => {
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

test('an update leaves no warning and does not change unknown kinds', () => {
  const isOld = (graph: Graph) => checkGraph(graph, newer).some(({ issue }) => issue.name === 'outdated')
  expect(isOld(old)).toBe(true)

  expect(isOld(updateAll(old, ['agent_0'], newer).graph)).toBe(false)
  expect(updateNode(old, 'agent_0', new Map())).toBeUndefined()
})

test('a condition retains its table, its outputs and their links, and tabs their values', () => {
  const editors = readFileSync(join(import.meta.dirname, '../testing/editors.json'), 'utf8')
  const before = readGraph(editors, '')

  const { graph, lost } = updateAll(before, ['seqCondition_0', 'seqLLMNode_0'], productTemplates)

  const [was, is] = [getNode(before, 'seqCondition_0').data, getNode(graph, 'seqCondition_0').data]
  expect(is.version).toBeGreaterThan(Number(was.version))
  expect(is.outputAnchors).toEqual(was.outputAnchors)
  expect(is.inputs.conditionUI).toBe(was.inputs.conditionUI)
  expect(getNode(graph, 'seqLLMNode_0').data.inputs.updateStateMemoryUI).toContain('mark')
  expect(lost).toEqual([])
  expect([...graph.edges.values()].map(({ sourceHandle }) => sourceHandle)).toEqual(
    [...before.edges.values()].map(({ sourceHandle }) => sourceHandle),
  )
})

test('a step retains its branches and its look', () => {
  const { id, graph } = addStep(emptyGraph, stepTemplate('conditionAgentflow'), { x: 0, y: 0 })
  const before = getNode(graph, id).data

  const after = updateNode(graph, id, productTemplates)?.graph.nodes.get(id)?.data

  expect(after).toMatchObject({ outputAnchors: before.outputAnchors, color: before.color })
})
