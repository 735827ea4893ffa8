import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anAgentGraph, templates } from '../testing/a-graph.ts'
import { duplicate } from './clip.ts'
import { renameNode, setInput } from './edit.ts'
import type { Graph } from './flow-graph.ts'
import { emptyHistory, type History, record, redo, undo } from './history.ts'
import { removeEdges, removeNodes } from './remove.ts'

type Edit = (graph: Graph) => Graph
const step = { name: 'edit' as const }
const edits: Edit[] = [
  (graph) => setInput(graph, 'agent_0', 'instructions', 'Be brief.'),
  (graph) => renameNode(graph, 'agent_0', 'Clerk'),
  (graph) => duplicate(graph, ['agent_0']).graph,
  (graph) => removeNodes(graph, ['model_0'], templates),
  (graph) => removeEdges(graph, [...graph.edges.keys()].slice(0, 1), templates),
]

type Work = { graph: Graph; history: History }
const start = (): Work => ({ graph: anAgentGraph(), history: emptyHistory })

function take({ graph, history }: Work, edit: Edit, burst?: string, at = 0): Work {
  const after = edit(graph)
  return after === graph
    ? { graph, history }
    : { graph: after, history: record(history, graph, after, { step, burst, at }) }
}

const asText = ({ graph }: Work) => JSON.stringify([graph.name, [...graph.nodes], [...graph.edges]])

test('every sequence of steps can be undone to the start and redone exactly', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...edits), { maxLength: 12 }), (chosen) => {
      const states = [start()]
      for (const edit of chosen) {
        states.push(take(states.at(-1) ?? start(), edit))
      }
      const last = states.at(-1) ?? start()
      let work: Work = last
      for (let moved = undo(work.history, work.graph); moved; moved = undo(work.history, work.graph)) {
        work = moved
      }
      expect(asText(work)).toBe(asText(start()))
      for (let moved = redo(work.history, work.graph); moved; moved = redo(work.history, work.graph)) {
        work = moved
      }
      expect(asText(work)).toBe(asText(last))
    }),
  )
})

test('a burst of typing in one field is one step', () => {
  const typed = ['B', 'Be', 'Be b'].reduce(
    (work, text, index) =>
      take(work, (graph) => setInput(graph, 'agent_0', 'instructions', text), 'field', index * 400),
    start(),
  )

  const back = undo(typed.history, typed.graph)

  expect(typed.history.past).toHaveLength(1)
  expect(back && asText(back)).toBe(asText(start()))
})

test('after a pause, in another field or after a save a new step starts', () => {
  const write =
    (text: string): Edit =>
    (graph) =>
      setInput(graph, 'agent_0', 'instructions', text)
  const first = take(start(), write('a'), 'field', 0)

  expect(take(first, write('b'), 'field', 5_000).history.past).toHaveLength(2)
  expect(take(first, write('b'), 'other field', 100).history.past).toHaveLength(2)
  const saved = record(first.history, first.graph, write('b')(first.graph), {
    step,
    burst: 'field',
    at: 100,
    saved: first.history.revision,
  })
  expect(saved.past).toHaveLength(2)
})

test('stores two hundred steps', () => {
  let work = start()
  for (let number = 0; number < 230; number += 1) {
    work = take(work, (graph) => setInput(graph, 'agent_0', 'instructions', `${number}`))
  }

  expect(work.history.past).toHaveLength(200)
  expect(work.history.base).toBe(30)
})

test('equal revision numbers mean equal content, after undo and redo', () => {
  const first = take(start(), (graph) => renameNode(graph, 'agent_0', 'Clerk'))
  const back = undo(first.history, first.graph)
  const again = back && redo(back.history, back.graph)

  expect(back?.history.revision).toBe(0)
  expect(again?.history.revision).toBe(first.history.revision)
})

test('a new step after an undo clears the redo history', () => {
  const first = take(start(), (graph) => renameNode(graph, 'agent_0', 'Clerk'))
  const back = undo(first.history, first.graph) ?? first

  const other = take(back, (graph) => renameNode(graph, 'agent_0', 'Cook'))

  expect(redo(other.history, other.graph)).toBeUndefined()
  expect(other.history.revision).not.toBe(first.history.revision)
})
