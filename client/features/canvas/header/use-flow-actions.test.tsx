import { expect, test } from 'vitest'
import { setCredential, setInput } from '../graph/edit.ts'
import { exportFlow } from '../graph/export-flow.ts'
import { aGraph, anInput, aTemplate, templates } from '../testing/a-graph.ts'

test('an exported flow contains neither credentials nor values of secret fields', () => {
  const known = new Map([
    ...templates,
    ['memory', aTemplate('memory', { inputs: [anInput('phrase', 'password'), anInput('size', 'number')] })],
  ])
  const graph = [
    (before: ReturnType<typeof aGraph>) => setCredential(before, 'model_0', 'a-credential'),
    (before: ReturnType<typeof aGraph>) => setInput(before, 'memory_0', 'phrase', 'hush'),
    (before: ReturnType<typeof aGraph>) => setInput(before, 'memory_0', 'size', 3),
  ].reduce((before, edit) => edit(before), aGraph('model', 'memory'))

  const file = JSON.stringify(exportFlow(graph, known))

  expect(file).not.toContain('a-credential')
  expect(file).not.toContain('hush')
  expect(JSON.parse(file).nodes[1].data.inputs).toEqual({ size: 3 })
})
