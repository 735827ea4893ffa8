import { expect, test } from 'vitest'
import { readPlan } from '#shared/settle-plan.ts'
import { type ModelChoice, plannedKindNames, type StepPlan } from '#shared/writing.ts'
import { newAgentFlow } from '../agent/add-step.ts'
import { emptyGraph, type Graph, getNode, positionOf, readGraph, writeGraph } from '../graph/flow-graph.ts'
import { stepTemplates } from '../testing/step-templates.ts'
import { buildPlan, placeSteps } from './build-plan.ts'

const corner = { x: 400, y: 100 }
const step = (id: string, kind: string, more: object = {}) => ({ id, kind, label: '', ...more })
const planOf = (steps: object[], links: [string, string, number?][] = []): StepPlan => {
  const plan = readPlan({ steps, links: links.map(([from, to, output = 0]) => ({ from, to, output })) })
  if (!plan) {
    throw new Error('no plan')
  }
  return plan
}
const build = (graph: Graph, plan: StepPlan) =>
  buildPlan(graph, plan, corner, { templates: stepTemplates, startLabel: 'Start' })
const started = () => readGraph(newAgentFlow('Start'), 'Desk')
const edgesOf = ({ edges }: Graph) =>
  [...edges.values()].map(({ source, sourceHandle, target }) => [source, sourceHandle, target])

test('every step of the server that runs on its own can be planned, and the start', () => {
  const planned = new Set(plannedKindNames.map((kind) => `${kind}Agentflow`))

  // A plan knows no other flows, and notes do not run.
  expect([...stepTemplates.keys()].filter((name) => !planned.has(name)).toSorted()).toEqual([
    'executeFlowAgentflow',
    'stickyNoteAgentflow',
  ])
})

test('every kind of step is added as from the palette, with its fields filled in', () => {
  const plan = planOf([
    step('s', 'start'),
    step('a', 'llm', { text: 'Sum up {{ s }} and {{ b.output.x }} and {{ nobody }}', label: 'Sum up' }),
    step('b', 'agent', { text: 'Find {{question}}' }),
    step('c', 'condition', { conditions: [{ left: '{{ a }}', operation: 'contains', right: 'yes' }] }),
    step('d', 'conditionAgent', { text: 'Which?', scenarios: ['One', 'Two', 'Three'] }),
    step('e', 'humanInput', { text: 'Send it?' }),
    step('f', 'loop', { backTo: 'a' }),
    step('g', 'iteration', { text: '{{ b }}' }),
    step('h', 'tool', { text: 'to look' }),
    step('i', 'retriever', { text: '{{ question }}' }),
    step('j', 'customFunction', { text: 'return 1' }),
    step('k', 'http', { method: 'POST', url: 'https://x.example/{{ a }}', text: '{"a":1}' }),
    step('l', 'directReply', { text: '{{ a }}' }),
    step('m', 'condition'),
    step('n', 'http', { text: 'kept out of a GET' }),
  ])
  const { graph, ids } = build(started(), plan)
  const inputs = (id: string) => getNode(graph, id).data.inputs

  expect(ids).toHaveLength(14)
  expect(getNode(graph, 'llmAgentflow_0')).toMatchObject({
    type: 'agentFlow',
    data: {
      label: 'Sum up',
      inputs: {
        llmMessages: [
          {
            role: 'system',
            content: 'Sum up {{ question }} and {{ agentAgentflow_0.output.x }} and {{ nobody }}',
          },
        ],
        llmReturnResponseAs: 'userMessage',
      },
    },
  })
  expect(inputs('agentAgentflow_0').agentMessages).toEqual([{ role: 'system', content: 'Find {{question}}' }])
  expect(inputs('conditionAgentflow_0').conditions).toEqual([
    { type: 'string', value1: '{{ llmAgentflow_0 }}', operation: 'contains', value2: 'yes' },
  ])
  expect(inputs('conditionAgentAgentflow_0')).toMatchObject({
    conditionAgentInstructions: 'Which?',
    conditionAgentScenarios: [{ scenario: 'One' }, { scenario: 'Two' }, { scenario: 'Three' }],
  })
  expect(inputs('humanInputAgentflow_0')).toMatchObject({
    humanInputDescriptionType: 'fixed',
    humanInputDescription: 'Send it?',
  })
  expect(inputs('loopAgentflow_0')).toMatchObject({
    loopBackToNode: 'llmAgentflow_0-Sum up',
    maxLoopCount: 5,
  })
  expect(getNode(graph, 'iterationAgentflow_0')).toMatchObject({
    type: 'iteration',
    data: { inputs: { iterationInput: '{{ agentAgentflow_0 }}' } },
  })
  expect(inputs('toolAgentflow_0').toolAgentflowSelectedTool).toBeFalsy()
  expect(inputs('retrieverAgentflow_0').retrieverQuery).toBe('{{ question }}')
  expect(inputs('customFunctionAgentflow_0').customFunctionJavascriptFunction).toBe('return 1')
  expect(inputs('httpAgentflow_0')).toMatchObject({
    method: 'POST',
    url: 'https://x.example/{{ llmAgentflow_0 }}',
    bodyType: 'json',
    body: '{"a":1}',
  })
  expect(inputs('httpAgentflow_1').body).toBeFalsy()
  expect(inputs('directReplyAgentflow_0').directReplyMessage).toBe('{{ llmAgentflow_0 }}')
  expect(inputs('conditionAgentflow_1').conditions).toHaveLength(1)
  const ways = (id: string) =>
    (getNode(graph, id).data.outputAnchors as { id: string }[]).map(({ id: way }) => way)
  expect([ways('conditionAgentflow_0').length, ways('directReplyAgentflow_0')]).toEqual([2, []])
  expect(ways('conditionAgentAgentflow_0')).toEqual(
    [0, 1, 2].map((way) => `conditionAgentAgentflow_0-output-${way}`),
  )
  expect(readGraph(JSON.stringify(writeGraph(graph)), '').nodes.size).toBe(15)
})

test('links start at the intended branch, from the existing start', () => {
  const plan = planOf(
    [
      step('x', 'start'),
      step('a', 'conditionAgent', { scenarios: ['p', 'q'] }),
      step('b', 'llm'),
      step('c', 'llm'),
    ],
    [
      ['x', 'a'],
      ['a', 'b'],
      ['a', 'c', 1],
      ['b', 'c'],
    ],
  )
  const { graph, ids } = build(started(), plan)

  expect(edgesOf(graph)).toEqual([
    ['startAgentflow_0', 'startAgentflow_0-output-startAgentflow', 'conditionAgentAgentflow_0'],
    ['conditionAgentAgentflow_0', 'conditionAgentAgentflow_0-output-0', 'llmAgentflow_0'],
    ['conditionAgentAgentflow_0', 'conditionAgentAgentflow_0-output-1', 'llmAgentflow_1'],
    ['llmAgentflow_0', 'llmAgentflow_0-output-llmAgentflow', 'llmAgentflow_1'],
  ])
  expect(ids).not.toContain('startAgentflow_0')
  expect(build(emptyGraph, plan).ids[0]).toBe('startAgentflow_0')
})

test('existing nodes are unchanged: a second plan gets new ids and other labels', () => {
  const plan = planOf([step('s', 'start'), step('a', 'llm', { label: 'Answer' })], [['s', 'a']])
  const first = build(started(), plan).graph
  const { graph, ids } = build(first, plan)

  expect(ids).toEqual(['llmAgentflow_1'])
  expect(getNode(graph, 'llmAgentflow_1').data.label).toBe('Answer 2')
  for (const [id, node] of first.nodes) {
    expect(graph.nodes.get(id)).toBe(node)
  }
  for (const [key, edge] of first.edges) {
    expect(graph.edges.get(key)).toBe(edge)
  }
  expect(graph.edges.size).toBe(2)
})

test('a box contains the steps repeated for each item, and is large enough for them', () => {
  const plan = planOf(
    [
      step('a', 'llm', { inside: 'i' }),
      step('b', 'llm', { inside: 'i', text: '{{ $iteration }}' }),
      step('c', 'llm', { inside: 'i' }),
      step('i', 'iteration'),
      step('z', 'directReply'),
    ],
    [
      ['a', 'b'],
      ['b', 'c'],
      ['i', 'z'],
      ['c', 'z'],
    ],
  )
  const { graph } = build(started(), plan)
  const box = getNode(graph, 'iterationAgentflow_0')
  const inner = ['llmAgentflow_0', 'llmAgentflow_1', 'llmAgentflow_2'].map((id) => getNode(graph, id))

  expect(inner.map(({ parentNode, extent }) => [parentNode, extent])).toEqual(
    Array.from({ length: 3 }, () => ['iterationAgentflow_0', 'parent']),
  )
  for (const node of inner) {
    const { x, y } = positionOf(node)
    expect([x >= 24, y >= 56, x + 220 <= Number(box.width), y + 74 <= Number(box.height)]).toEqual(
      Array.from({ length: 4 }, () => true),
    )
  }
  expect([...graph.edges.values()].map(({ source, target, zIndex }) => [source, target, zIndex])).toEqual([
    ['llmAgentflow_0', 'llmAgentflow_1', 9999],
    ['llmAgentflow_1', 'llmAgentflow_2', 9999],
    ['iterationAgentflow_0', 'directReplyAgentflow_0', undefined],
  ])
  expect(plan.leftOut).toEqual([{ what: 'c → z', why: 'wall' }])
})

test('steps are placed left to right in order, without overlap', () => {
  const plan = planOf(
    [
      step('s', 'start'),
      step('a', 'conditionAgent', { scenarios: ['1', '2', '3'] }),
      step('b', 'llm'),
      step('c', 'llm'),
      step('d', 'iteration'),
      step('e', 'directReply'),
    ],
    [
      ['s', 'a'],
      ['a', 'b'],
      ['a', 'c', 1],
      ['a', 'd', 2],
      ['b', 'e'],
      ['d', 'e'],
    ],
  )
  const { places, size } = placeSteps(plan)
  const boxes = [...places.values()]

  for (const { from, to } of plan.links) {
    const [left, right] = [places.get(from), places.get(to)]
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan(right?.x ?? 0)
  }
  for (const [at, one] of boxes.entries()) {
    expect([one.x + one.width <= size.width, one.y + one.height <= size.height]).toEqual([true, true])
    for (const other of boxes.slice(at + 1)) {
      const apart = one.x + one.width <= other.x || other.x + other.width <= one.x
      expect(apart || one.y + one.height <= other.y || other.y + other.height <= one.y).toBe(true)
    }
  }
})

test('the steps use the model that planned them: the default model, or one with its credential', () => {
  const plan = planOf([step('a', 'llm'), step('b', 'conditionAgent'), step('c', 'directReply')])
  const inputsWith = (model: ModelChoice | undefined) => {
    const places = { templates: stepTemplates, startLabel: 'Start', model }
    const { graph } = buildPlan(started(), plan, corner, places)
    return ['llmAgentflow_0', 'conditionAgentAgentflow_0'].map((id) => getNode(graph, id).data.inputs)
  }

  const [llm, choice] = inputsWith(undefined)
  expect(llm).toMatchObject({ llmModel: 'chatDefault', llmModelConfig: { llmModel: 'chatDefault' } })
  expect(choice).toMatchObject({ conditionAgentModel: 'chatDefault' })
  const credentialId = 'c1'
  const own = { provider: 'ollama', modelName: 'gemma', baseUrl: 'http://box:11434', credentialId } as const
  expect(inputsWith(own)[0]).toMatchObject({
    llmModel: 'chatOllama',
    llmModelConfig: {
      ...{ llmModel: 'chatOllama', modelName: 'gemma', baseUrl: 'http://box:11434' },
      ...{ credential: 'c1', FLOWISE_CREDENTIAL_ID: 'c1' },
    },
  })
})
