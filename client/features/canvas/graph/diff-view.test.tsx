import { expect, test } from 'vitest'
import { anAgentGraph, anInput, aTemplate, templates } from '../testing/a-graph.ts'
import { viewDiff } from './diff-view.ts'
import { setCredential, setInput } from './edit.ts'
import { removeEdges, removeNodes } from './remove.ts'

test('fields are listed by label, long texts separately, secrets without values', () => {
  const known = new Map([
    ...templates,
    [
      'memory',
      aTemplate('memory', { baseClasses: ['Memory', 'BaseMemory'], inputs: [anInput('phrase', 'password')] }),
    ],
  ])
  const before = setInput(anAgentGraph(), 'memory_0', 'phrase', 'hush')
  const changes = [
    ['model_0', 'temperature', 0.3],
    ['agent_0', 'instructions', 'Be kind and short, and answer from the rules.'],
    ['memory_0', 'phrase', 'other'],
  ] as const
  const after = changes.reduce(
    (graph, [id, name, value]) => setInput(graph, id, name, value),
    setCredential(before, 'model_0', 'a-credential'),
  )

  const { changed } = viewDiff({ before, after }, known)

  const fields = changed.flatMap(({ label, fields: each }) =>
    each.map((field) => [label, field.label, field.isSecret, field.isText]),
  )
  expect(fields).toEqual([
    ['Model', 'credential', true, false],
    ['Model', 'Temperature', false, false],
    ['Memory', 'phrase', true, false],
    ['Agent', 'Instructions', false, true],
  ])
})

test('a removed link is listed by its ends, but not again with a removed node', () => {
  const before = anAgentGraph()
  const [edge] = [...before.edges].find(([, { source }]) => source === 'memory_0') ?? []
  const after = removeNodes(removeEdges(before, [edge ?? ''], templates), ['otherTool_0'], templates)

  const view = viewDiff({ before, after }, templates)

  expect(view.removed.map(({ label }) => label)).toEqual(['Calculator'])
  expect(view.removedLinks).toMatchObject([{ from: 'Memory', to: 'Agent', input: 'Memory' }])
  expect(view.changed).toEqual([])
})
