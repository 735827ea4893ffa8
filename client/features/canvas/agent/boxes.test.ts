import { expect, test } from 'vitest'
import { connect } from '../graph/connect.ts'
import { moveNodes } from '../graph/edit.ts'
import { type Graph, getNode, type Point, readGraph, writeGraph } from '../graph/flow-graph.ts'
import { stepTemplate } from '../testing/step-templates.ts'
import { addLinkedStep, addStep, addStepBetween, newAgentFlow } from './add-step.ts'
import { absoluteOf, rehouse, resizeBox, withoutRehoused } from './boxes.ts'

const none = new Map()
const start = 'startAgentflow_0'
const box = 'iterationAgentflow_0'

function add(graph: Graph, name: string, at: Point) {
  return addStep(graph, stepTemplate(`${name}Agentflow`), at)
}

function aFlow() {
  const started = readGraph(newAgentFlow('Start'), '')
  const boxed = add(started, 'iteration', { x: 300, y: 0 })
  const { graph } = add(boxed.graph, 'llm', { x: 300, y: 600 })
  const ends = {
    source: start,
    sourceHandle: `${start}-output-startAgentflow`,
    target: 'llmAgentflow_0',
    targetHandle: 'llmAgentflow_0',
  }
  return connect(graph, ends, none)
}
const drop = (graph: Graph, id: string, at: Point) =>
  rehouse(moveNodes(graph, new Map([[id, at]])), [id], none)

test('a step dropped in a box belongs to it as other editors write it, and its links across the border are removed', () => {
  const inside = drop(aFlow(), 'llmAgentflow_0', { x: 400, y: 100 })

  expect(getNode(inside, 'llmAgentflow_0')).toMatchObject({
    parentNode: box,
    extent: 'parent',
    position: { x: 100, y: 100 },
    positionAbsolute: { x: 400, y: 100 },
  })
  expect(inside.edges.size).toBe(0)
  expect(writeGraph(inside).nodes.find(({ id }) => id === box)).toMatchObject({
    type: 'iteration',
    style: { width: 480, height: 260 },
  })
})

test('a step dragged out of a box stays where it was dropped, outside the box, and its links into the box are removed', () => {
  const inside = drop(aFlow(), 'llmAgentflow_0', { x: 400, y: 100 })
  const end = { node: 'llmAgentflow_0', handle: 'llmAgentflow_0-output-llmAgentflow', side: 'out' } as const
  const agent = stepTemplate('agentAgentflow')
  const linked = agent ? addLinkedStep(inside, agent, { x: 650, y: 150 }, end).graph : inside
  expect(getNode(linked, 'agentAgentflow_0')).toMatchObject({ parentNode: box, position: { x: 350, y: 150 } })
  expect([...linked.edges.values()]).toMatchObject([{ source: 'llmAgentflow_0', zIndex: 9999 }])

  const outside = drop(linked, 'llmAgentflow_0', { x: -900, y: 100 })

  const free = getNode(outside, 'llmAgentflow_0')
  expect([free.parentNode, free.extent, free.position]).toEqual([undefined, undefined, { x: -600, y: 100 }])
  expect(outside.edges.size).toBe(0)
  const cards = [...linked.nodes.values()].map(({ id, parentNode }) => ({
    id,
    ...(typeof parentNode === 'string' && { parentNode }),
  }))
  expect(withoutRehoused(cards, linked)).toBe(cards)
  expect(withoutRehoused(cards, outside).map(({ id }) => id)).not.toContain('llmAgentflow_0')
})

test('a box grows with nodes dropped at its edge; nodes not allowed in a box stay outside', () => {
  const wide = drop(aFlow(), 'llmAgentflow_0', { x: 640, y: 200 })
  expect(getNode(wide, box)).toMatchObject({ width: 584, style: { width: 584, height: 296 } })

  const human = add(aFlow(), 'humanInput', { x: 400, y: 100 })
  const second = add(human.graph, 'iteration', { x: 350, y: 50 })
  const stored = rehouse(second.graph, [human.id, second.id, start], none)
  expect([...stored.nodes.values()].filter(({ parentNode }) => parentNode !== undefined)).toEqual([])
  const moved = drop(aFlow(), start, { x: 400, y: 100 })
  expect(absoluteOf(moved, getNode(moved, start))).toEqual({ x: 400, y: 100 })
  expect(getNode(moved, start).parentNode).toBeUndefined()
})

test('steps are numbered, have the outputs of their kind, and can be inserted between two others', () => {
  const flow = aFlow()
  const [key = ''] = [...flow.edges.keys()]
  const template = stepTemplate('conditionAgentflow')
  const { graph, id } = template
    ? addStepBetween(flow, template, { x: 0, y: 300 }, key)
    : { graph: flow, id: '' }

  expect(getNode(graph, id)).toMatchObject({
    type: 'agentFlow',
    data: { label: 'Condition 0', color: '#FFB938', category: 'Agent Flows', inputAnchors: [] },
  })
  expect(
    [...graph.edges.values()].map(({ source, sourceHandle, target }) => [source, sourceHandle, target]),
  ).toEqual([
    [start, `${start}-output-startAgentflow`, id],
    [id, `${id}-output-0`, 'llmAgentflow_0'],
  ])
  const reply = add(graph, 'directReply', { x: 0, y: 0 })
  expect(getNode(reply.graph, reply.id).data).toMatchObject({ hideOutput: true, outputAnchors: [] })
})

test('a box is resized as other editors write it, and never smaller than its contents', () => {
  const inside = drop(aFlow(), 'llmAgentflow_0', { x: 500, y: 100 })
  const sizes = new Map([['llmAgentflow_0', { width: 200, height: 80 }]])
  const sizeOf = (graph: Graph) => getNode(graph, box)

  const large = resizeBox(inside, box, { width: 900, height: 500 }, sizes)
  expect(sizeOf(large)).toMatchObject({ width: 900, style: { width: 900, height: 500 } })
  const least = resizeBox(large, box, { width: 280, height: 140 }, sizes)
  expect(sizeOf(least).style).toEqual({ width: 200 + 200 + 24, height: 100 + 80 + 24 })
  expect(resizeBox(least, box, { width: 280, height: 140 }, sizes)).toBe(least)
})
