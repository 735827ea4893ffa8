import { expect, test } from 'vitest'
import type { Graph } from '../graph/flow-graph.ts'
import { aGraph, anAgentGraph, endsOf, inputOf, link, templates } from '../testing/a-graph.ts'
import { createCanvasStore } from './canvas-store.ts'

const drop = { x: 10, y: 20 }

function openStore(graph: Graph) {
  const store = createCanvasStore()
  store.setState({ templates })
  store.getState().open(graph, undefined)
  return store
}

const linksOf = (store: ReturnType<typeof openStore>) =>
  [...store.getState().graph.edges.values()].map(({ source, target }) => `${source} ${target}`)

/** One model wired to the first of two agents. */
function twoAgents() {
  const graph = link(aGraph('model', 'model', 'agent', 'agent'), 'model_0', 'agent_0', 'model')
  return { graph, key: [...graph.edges.keys()][0] ?? '' }
}

test('moving the end of a link to another port moves the link, in one step', () => {
  const { graph, key } = twoAgents()
  const store = openStore(graph)

  store.getState().startReroute(key)
  store.getState().finishLink(endsOf(graph, 'model_0', 'agent_1', 'model'), drop)

  expect(linksOf(store)).toEqual(['model_0 agent_1'])
  expect(inputOf(store.getState().graph, 'agent_0', 'model')).toBe('')
  expect(inputOf(store.getState().graph, 'agent_1', 'model')).toBe('{{model_0.data.instance}}')
  expect(store.getState().history.past).toHaveLength(1)
  expect(store.getState().rerouting).toBeUndefined()
})

test('an end returned to its port changes nothing', () => {
  const { graph, key } = twoAgents()
  const store = openStore(graph)

  store.getState().startReroute(key)
  store.getState().finishLink(endsOf(graph, 'model_0', 'agent_0', 'model'), drop)

  expect(store.getState().graph).toBe(graph)
  expect(store.getState().rejection).toBeUndefined()
})

test('an end dropped on an occupied input offers to replace; doing so leaves one link', () => {
  const { graph, key } = twoAgents()
  const store = openStore(link(graph, 'model_1', 'agent_1', 'model'))

  store.getState().startReroute(key)
  store.getState().finishLink(endsOf(graph, 'model_0', 'agent_1', 'model'), drop)
  expect(store.getState().rejection).toMatchObject({ at: drop, verdict: { reason: 'taken' } })
  expect(linksOf(store)).toHaveLength(2)
  store.getState().replace()

  expect(linksOf(store)).toEqual(['model_0 agent_1'])
  store.getState().undo()
  expect(linksOf(store)).toEqual(['model_0 agent_0', 'model_1 agent_1'])
})

test('an end dropped on an incompatible port reports the reason and stays', () => {
  const { graph, key } = twoAgents()
  const store = openStore(graph)

  store.getState().startReroute(key)
  store.getState().finishLink(endsOf(graph, 'model_0', 'agent_1', 'memory'), drop)

  expect(store.getState().rejection?.verdict.reason).toBe('types')
  expect(store.getState().graph).toBe(graph)
})

test('a locked canvas allows no new wire', () => {
  const graph = anAgentGraph()
  const store = openStore(graph)
  const end = { node: 'model_0', handle: 'model_0-output-model-Model', side: 'out' as const }

  store.getState().put({ locked: true })
  store.getState().startLink(end)
  expect(store.getState().linking).toBeUndefined()
  store.getState().put({ locked: false })
  store.getState().startLink(end)

  expect(store.getState().linking).toEqual(end)
})
