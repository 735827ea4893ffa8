import { readFileSync } from 'node:fs'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { listFlowFiles } from '#server/testing/flow-corpus.ts'
import { connect, judge } from '../graph/connect.ts'
import { setInput } from '../graph/edit.ts'
import { type Graph, readGraph, writeGraph } from '../graph/flow-graph.ts'
import { removeNodes } from '../graph/remove.ts'
import { outputPorts, portsOf, shapeOf } from '../graph/shape.ts'
import { openCanvas } from '../testing/open-canvas.tsx'
import { productTemplates } from '../testing/read-flow.ts'
import { branchesOf, chipsOf } from './step-view.ts'

const none = new Map()

const step = (name: string, number = 0, inputs: object = {}, more: object = {}) => ({
  id: `${name}Agentflow_${number}`,
  type: 'agentFlow',
  position: { x: number * 300, y: 0 },
  data: {
    id: `${name}Agentflow_${number}`,
    name: `${name}Agentflow`,
    label: `${name} ${number}`,
    type: name,
    category: 'Agent Flows',
    color: '#64B5F6',
    inputParams: [{ name: 'note', label: 'Note', type: 'string', id: 'note', optional: true }],
    inputs: { ...inputs },
    outputAnchors: [
      { id: `${name}Agentflow_${number}-output-${name}Agentflow`, name: `${name}Agentflow`, label: name },
    ],
  },
  ...more,
})
const graphOf = (...nodes: object[]) => readGraph(JSON.stringify({ nodes, edges: [] }), '')
const ends = (graph: Graph, source: string, target: string) => {
  const node = graph.nodes.get(source)
  const [output] = node ? outputPorts(shapeOf(node, none), node.data) : []
  return { source, sourceHandle: output?.id ?? '', target, targetHandle: target }
}
const join2 = (graph: Graph, source: string, target: string) =>
  connect(graph, ends(graph, source, target), none)
const verdict = (graph: Graph, source: string, target: string) =>
  judge(graph, ends(graph, source, target), none)

describe('control', () => {
  const graph = graphOf(step('start'), step('llm'), step('llm', 1), step('llm', 2, {}, { parentNode: 'box' }))

  test('connects steps in the form other editors write, and writes into no input', () => {
    const linked = join2(graph, 'startAgentflow_0', 'llmAgentflow_0')

    expect(verdict(graph, 'startAgentflow_0', 'llmAgentflow_0')).toEqual({ fits: true })
    expect([...linked.edges.values()]).toMatchObject([
      {
        type: 'agentFlow',
        targetHandle: 'llmAgentflow_0',
        data: { sourceColor: '#64B5F6', targetColor: '#64B5F6', isHumanInput: false },
      },
    ])
    expect(linked.nodes).toBe(graph.nodes)
  })

  test('may split, but not twice at the same output', () => {
    const linked = join2(graph, 'startAgentflow_0', 'llmAgentflow_0')

    expect(verdict(linked, 'startAgentflow_0', 'llmAgentflow_1')).toEqual({ fits: true })
    expect(verdict(linked, 'startAgentflow_0', 'llmAgentflow_0')).toEqual({ fits: false, reason: 'linked' })
  })

  test('never connects to itself, into the start, in a cycle, or across the border of a box', () => {
    const linked = join2(
      join2(graph, 'startAgentflow_0', 'llmAgentflow_0'),
      'llmAgentflow_0',
      'llmAgentflow_1',
    )

    expect(verdict(graph, 'llmAgentflow_0', 'llmAgentflow_0')).toEqual({ fits: false, reason: 'self' })
    expect(verdict(graph, 'llmAgentflow_0', 'startAgentflow_0')).toMatchObject({ issue: 'start' })
    expect(verdict(linked, 'llmAgentflow_1', 'llmAgentflow_0')).toMatchObject({ issue: 'cycle' })
    expect(verdict(graph, 'llmAgentflow_0', 'llmAgentflow_2')).toMatchObject({ issue: 'box' })
  })

  test('the start cannot be deleted, everything else can', () => {
    const left = removeNodes(graph, [...graph.nodes.keys()], none)

    expect([...left.nodes.keys()]).toEqual(['startAgentflow_0'])
  })
})

test('a card shows the resources used by its step', () => {
  const inputs = {
    agentModel: 'chatOpenAI',
    agentModelConfig: { modelName: 'gpt-4.1-mini' },
    agentEnableMemory: true,
    agentMemoryType: 'windowSize',
    agentMemoryWindowSize: '4',
    agentTools: [{ agentSelectedTool: 'googleCustomSearch' }],
    agentKnowledgeDocumentStores: [{ documentStore: 'id:Return policy' }],
  }
  const [node] = [...graphOf(step('agent', 0, inputs)).nodes.values()]

  expect(node && chipsOf(node).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'model gpt-4.1-mini',
    'memory last 4',
    'tool googleCustomSearch',
    'retriever Return policy',
  ])
})

test('names the outputs of conditions and human input', () => {
  const [human, scenario, condition] = [
    ...graphOf(
      step('humanInput'),
      step('conditionAgent', 0, {
        conditionAgentScenarios: [{ scenario: 'Order' }, { scenario: '<p>Refund</p>' }],
      }),
      step('condition', 0, { conditions: '[{"value1":"x","operation":"equal","value2":"1"}]' }),
    ).nodes.values(),
  ]

  expect(human && branchesOf(human)).toEqual([{ fixed: 'proceed' }, { fixed: 'reject' }])
  expect(scenario && branchesOf(scenario)).toEqual([{ name: 'Order' }, { name: 'Refund' }])
  expect(condition && branchesOf(condition)).toMatchObject([
    { condition: { value1: 'x', operation: 'equal', value2: '1' } },
    { fixed: 'else' },
  ])
})

test('a flow with steps unknown to this server is drawn, edited and retained', async () => {
  const nodes = [step('start'), step('teleport', 0, { llmModel: 'chatOpenAI' })]
  const edge = { ...ends(graphOf(...nodes), 'startAgentflow_0', 'teleportAgentflow_0'), id: 'e' }
  const flowData = JSON.stringify({ nodes, edges: [edge] })
  const { user, stored } = await openCanvas({ flowData, type: 'AGENTFLOW' })

  const card = await screen.findByTestId('node-teleportAgentflow_0')
  expect(card.dataset.step).toBeDefined()
  expect(card.textContent).toContain('TeleportOpenAI')
  expect(screen.getByTestId('node-startAgentflow_0').querySelector('[data-side="in"]')).toBeNull()

  fireEvent.doubleClick(card)
  await user.type(await screen.findByRole('textbox', { name: /Note/ }), 'To Mars{Enter}')
  await user.click(screen.getByTestId('checklist-count'))
  expect(await screen.findByText(/cannot run 1 node yet/)).toBeTruthy()
  await waitFor(async () =>
    expect((await stored()).nodes[1].data).toMatchObject({
      name: 'teleportAgentflow',
      inputs: { llmModel: 'chatOpenAI', note: 'To Mars' },
    }),
  )
})

const files = ['chatflows', 'agentflows', 'agentflows-v2'].flatMap((kind) =>
  listFlowFiles(kind).map(({ file }) => file),
)

describe('every file of the corpus', () => {
  test.each(files)('%s opens with its nodes, edges and values, and is exported unchanged', (file) => {
    const text = readFileSync(file, 'utf8')
    const before = JSON.parse(text)
    const graph = readGraph(text, '')

    const after = JSON.parse(JSON.stringify(writeGraph(graph)))

    expect([graph.nodes.size, graph.edges.size]).toEqual([before.nodes.length, before.edges.length])
    expect(after).toEqual({ ...before, nodes: before.nodes.map(filledIn) })
  })

  test.each(files)('%s has every edge drawn between two ports', (file) => {
    const graph = readGraph(readFileSync(file, 'utf8'), '')
    const loose = [...graph.edges].filter(([, edge]) => {
      const { output, input } = portsOf(graph, edge, productTemplates)
      return !(output && input)
    })

    expect(loose.map(([key]) => key)).toEqual([])
  })

  test.each(files)('%s accepts a change in any node, and its undo', (file) => {
    const graph = readGraph(readFileSync(file, 'utf8'), '')
    const changed = [...graph.nodes.keys()].reduce((all, id) => setInput(all, id, 'c5', 'x'), graph)
    const restored = [...changed.nodes.keys()].reduce(
      (all, id) => setInput(all, id, 'c5', undefined),
      changed,
    )

    expect(JSON.parse(JSON.stringify(writeGraph(restored)))).toEqual(
      JSON.parse(JSON.stringify(writeGraph(graph))),
    )
  })
})

function filledIn(node: { data: object }) {
  return { position: expect.anything(), ...node, data: { label: '', inputs: {}, ...node.data } }
}

test('a step offers to run again from it and to pin, but not to run only a part, which agent flows cannot do', async () => {
  const { user } = await openCanvas({
    flowData: JSON.stringify({ nodes: [step('start')], edges: [] }),
    type: 'AGENTFLOW',
  })
  const card = await screen.findByTestId('node-startAgentflow_0')

  fireEvent.contextMenu(card)

  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(items.some((text) => text?.startsWith('Run again from here'))).toBe(true)
  expect(items.some((text) => text?.startsWith('Pin'))).toBe(true)
  expect(items.some((text) => text?.startsWith('Run to here'))).toBe(false)
  await user.keyboard('{Escape}')
})
