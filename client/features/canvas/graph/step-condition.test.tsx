import { expect, test } from 'vitest'
import { en } from '#client/texts/en.ts'
import { addLinkedStep, addStep } from '../agent/add-step.ts'
import { stepTemplate as template } from '../testing/step-templates.ts'
import { emptyGraph, type Graph } from './flow-graph.ts'
import {
  decidingRow,
  lostSteps,
  outputName,
  readStepRows,
  type StepRow,
  saveStepRows,
} from './step-condition.ts'

const id = 'conditionAgentflow_0'
const none = new Map()
const words = en.agent.condition.operations
const row = (value1: string, operation: string, value2: string, more: Partial<StepRow> = {}): StepRow => ({
  type: 'string',
  value1,
  operation,
  value2,
  output: '',
  ...more,
})
const handles = (graph: Graph) =>
  [...graph.edges.values()].map(({ sourceHandle, target }) => [sourceHandle?.split('-').at(-1), target])

function linked(): Graph {
  const started = saveStepRows(
    addStep(emptyGraph, template('conditionAgentflow'), { x: 0, y: 0 }).graph,
    id,
    [
      row('{{ $flow.state.visits }}', 'largerEqual', '3', { type: 'number' }),
      row('{{damage}}', 'equal', 'none'),
    ],
    none,
  )
  return [0, 1, 2].reduce(
    (graph, place) =>
      addLinkedStep(
        graph,
        template('llmAgentflow'),
        { x: 300, y: place * 100 },
        {
          node: id,
          handle: `${id}-output-${place}`,
          side: 'out',
        },
      ).graph,
    started,
  )
}

test('a step added at an output is connected to that output', () => {
  expect(handles(linked())).toEqual([
    ['0', 'llmAgentflow_0'],
    ['1', 'llmAgentflow_1'],
    ['2', 'llmAgentflow_2'],
  ])
})

test('outputs are named after their conditions until a user types a name', () => {
  const [number, text] = readStepRows(linked().nodes.get(id)?.data.inputs.conditions)

  expect(number && outputName(number, words)).toBe('visits ≥ 3')
  expect(text && outputName(text, words)).toBe('damage is none')
  expect(text && outputName({ ...text, output: 'Intact' }, words)).toBe('Intact')
  expect(outputName(row('x', 'equal', ''), words)).toBe('')
  expect(outputName(row('x', 'isEmpty', ''), words)).toBe('x is empty')
})

test('moved, renamed and new rows preserve the links of other rows', () => {
  const graph = linked()
  const [first, second] = readStepRows(graph.nodes.get(id)?.data.inputs.conditions) as [StepRow, StepRow]
  const saved = saveStepRows(
    graph,
    id,
    [{ ...second, output: 'Intact' }, row('{{new}}', 'equal', '1'), first],
    none,
  )

  expect(handles(saved)).toEqual([
    ['2', 'llmAgentflow_0'],
    ['0', 'llmAgentflow_1'],
    ['3', 'llmAgentflow_2'],
  ])
  expect(saved.nodes.get(id)?.data.outputAnchors).toHaveLength(4)
  expect(readStepRows(saved.nodes.get(id)?.data.inputs.conditions).map(({ output }) => output)).toEqual([
    'Intact',
    '',
    '',
  ])
})

test('removing a row also removes its link, which is reported first', () => {
  const graph = linked()
  const [, second] = readStepRows(graph.nodes.get(id)?.data.inputs.conditions) as [StepRow, StepRow]

  expect(lostSteps(graph, id, 2, [second])).toMatchObject([{ place: 0, target: 'llmAgentflow_0' }])
  expect(handles(saveStepRows(graph, id, [second], none))).toEqual([
    ['0', 'llmAgentflow_1'],
    ['1', 'llmAgentflow_2'],
  ])
})

test.each([
  [{ '{{a}}': '1240', '{{b}}': '' }, 0],
  [{ '{{a}}': '3', '{{b}}': 'chipped' }, 1],
  [{ '{{a}}': '', '{{b}}': 'x' }, undefined],
])('with %j, row %s decides', (values, expected) => {
  const rows = [row('{{a}}', 'larger', '1000', { type: 'number' }), row('{{b}}', 'contains', 'chip')]

  expect(decidingRow(rows, values)).toBe(expected)
})

test('conditions are read from JSON text of JSON text', () => {
  const rows = JSON.stringify([row('a', 'equal', 'b')])

  expect(readStepRows(JSON.stringify(rows))).toEqual(readStepRows(rows))
  expect(readStepRows(rows)).toHaveLength(1)
})
