import { expect, test } from 'vitest'
import { catalogue } from '#server/nodes/catalogue.ts'
import { waitForWriters } from './branches.ts'
import type { NodeDefinition } from './define-node.ts'
import type { Step } from './plan-flow.ts'

const LAYERS = 60

test('a reader of a variable waits for its writers, except those that depend on the reader, in a graph with very many paths', () => {
  const layers = Array.from({ length: LAYERS }, (_, layer) =>
    ['a', 'b'].map((side) => aStep(`${side}${layer}`, layer === 0 ? [] : [`a${layer - 1}`, `b${layer - 1}`])),
  ).flat()
  const last = [`a${LAYERS - 1}`, `b${LAYERS - 1}`]
  const free = aStep('free', [], 'setVariable', { variableName: 'day' })
  // 2^60 paths lead from here to the reader, too many to walk one by one.
  const behind = aStep('behind', [...last, 'reader'], 'setVariable', { variableName: 'day' })
  const far = aStep('far', last, 'setVariable', { variableName: 'day' })
  const reader = aStep('reader', [], 'getVariable', { variableName: 'day' })

  const planned = waitForWriters([...layers, free, far, reader, behind])

  expect(planned.find(({ id }) => id === 'reader')?.needs.toSorted()).toEqual(['far', 'free'])
})

test('two variables that are read crosswise do not form a cycle', () => {
  const steps = [
    aStep('getX', [], 'getVariable', { variableName: 'x' }),
    aStep('setY', ['getX'], 'setVariable', { variableName: 'y' }),
    aStep('getY', [], 'getVariable', { variableName: 'y' }),
    aStep('setX', ['getY'], 'setVariable', { variableName: 'x' }),
  ]

  const needs = new Map(waitForWriters(steps).map((step) => [step.id, step.needs]))

  expect(needs.get('getX')).toEqual(['setX'])
  expect(needs.get('getY')).toEqual([])
})

function aStep(id: string, needs: string[], name = 'llmChain', inputs: Record<string, unknown> = {}): Step {
  const node = catalogue.get(name) as NodeDefinition
  return { id, label: id, node, needs, gates: [], data: { name, label: id, inputs } }
}
