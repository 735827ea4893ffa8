import { expect, test } from 'vitest'
import { aGraph, endsOf, link, templates } from '../testing/a-graph.ts'
import { findAllTargets, findTargets } from './targets.ts'

test('lists the inputs an output fits, those that are free before those that are taken', () => {
  const graph = link(aGraph('model', 'model', 'agent', 'agent'), 'model_0', 'agent_0', 'model')
  const { sourceHandle } = endsOf(graph, 'model_1', 'agent_0', 'model')

  const targets = findTargets(graph, { node: 'model_1', handle: sourceHandle, side: 'out' }, templates)

  expect(targets.map(({ node, portLabel, verdict }) => [node, portLabel, verdict.fits])).toEqual([
    ['agent_1', 'Chat Model', true],
    ['agent_0', 'Chat Model', false],
  ])
})

test('lists the outputs an input takes', () => {
  const graph = aGraph('readTool', 'memory', 'agent')
  const end = { node: 'agent_0', handle: 'agent_0-input-tools-Tool', side: 'in' as const }

  expect(findTargets(graph, end, templates).map(({ nodeLabel }) => nodeLabel)).toEqual(['Get page'])
})

test('looks from all ports of a node', () => {
  const graph = aGraph('readTool', 'memory', 'agent')

  expect(findAllTargets(graph, 'agent_0', templates).map(({ nodeLabel }) => nodeLabel)).toEqual([
    'Memory',
    'Get page',
  ])
})
