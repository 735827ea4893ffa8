import { expect, test } from 'vitest'
import { aGraph, inputOf, link } from '../testing/a-graph.ts'
import { setInput } from './edit.ts'
import { moveInList, orderOfList } from './order-links.ts'

const graph = ['readTool_0', 'writeTool_0', 'otherTool_0'].reduce(
  (before, tool) => link(before, tool, 'agent_0', 'tools'),
  aGraph('readTool', 'writeTool', 'otherTool', 'agent'),
)

test('a list input is used in the order its entries have, which can be changed', () => {
  expect(orderOfList(graph, 'agent_0', 'tools')).toEqual(['readTool_0', 'writeTool_0', 'otherTool_0'])

  const moved = moveInList(graph, 'agent_0', 'tools', 2, 0)

  expect(orderOfList(moved, 'agent_0', 'tools')).toEqual(['otherTool_0', 'readTool_0', 'writeTool_0'])
  expect(inputOf(moved, 'agent_0', 'tools')).toHaveLength(3)
  expect(moved.edges).toBe(graph.edges)
})

test('entries that are no links stay where they are, and places that are not there change nothing', () => {
  const mixed = setInput(graph, 'agent_0', 'tools', [
    'by hand',
    '{{readTool_0.data.instance}}',
    '{{otherTool_0.data.instance}}',
  ])

  expect(inputOf(moveInList(mixed, 'agent_0', 'tools', 1, 0), 'agent_0', 'tools')).toEqual([
    'by hand',
    '{{otherTool_0.data.instance}}',
    '{{readTool_0.data.instance}}',
  ])
  expect(moveInList(mixed, 'agent_0', 'tools', 0, 7)).toBe(mixed)
  expect(orderOfList(graph, 'agent_0', 'model')).toEqual([])
})
