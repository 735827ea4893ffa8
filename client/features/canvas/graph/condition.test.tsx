import { describe, expect, test } from 'vitest'
import { camelName, returnedNames } from '#shared/condition-rules.ts'
import type { OutputAnchor } from '#shared/nodes.ts'
import {
  type Condition,
  conditionIssues,
  conditionOutputs,
  planOutputs,
  readConditionRows,
  saveCondition,
  writeConditionRows,
} from './condition.ts'
import { lookUp, runTable } from './condition-run.ts'
import { type Graph, readGraph } from './flow-graph.ts'
import { outputPorts, shapeOf } from './shape.ts'

const row = (output: string, parts: object = {}) => ({
  variable: '$flow.state.messages.length',
  operation: 'Greater Than',
  value: '6',
  output,
  ...parts,
})
const table = (...rows: ReturnType<typeof row>[]): Condition => ({ mode: 'table', rows })
const code = (text: string): Condition => ({ mode: 'code', code: text })

const option = (name: string, label: string) => ({
  id: `seqCondition_0-output-${name}-Condition`,
  name,
  label,
  type: 'Condition',
  isAnchor: true,
})

function aConditionGraph(): Graph {
  const step = (id: string, source: string) => ({
    id,
    type: 'customNode',
    data: {
      name: 'seqLLMNode',
      label: id,
      inputs: { sequentialNode: [`{{${source}.data.instance}}`] },
      inputParams: [],
      inputAnchors: [
        { id: `${id}-input-sequentialNode-Condition`, name: 'sequentialNode', type: 'Condition', list: true },
      ],
      outputAnchors: [],
    },
  })
  const edge = (name: string, target: string) => ({
    id: name,
    source: 'seqCondition_0',
    sourceHandle: `seqCondition_0-output-${name}-Condition`,
    target,
    targetHandle: `${target}-input-sequentialNode-Condition`,
  })
  return readGraph(
    JSON.stringify({
      nodes: [
        {
          id: 'seqCondition_0',
          type: 'customNode',
          data: {
            name: 'seqCondition',
            label: 'Condition',
            inputs: { conditionFunction: 'return "old"' },
            inputParams: [{ id: 'x', name: 'condition', type: 'conditionFunction', label: 'Condition' }],
            inputAnchors: [],
            outputAnchors: [
              {
                name: 'output',
                label: 'Output',
                type: 'options',
                options: [option('end', 'End'), option('grading', 'Grading')],
                default: 'next',
              },
            ],
            outputs: { output: 'next' },
          },
        },
        step('seqLLMNode_0', 'seqCondition_0'),
        step('seqEnd_0', 'seqCondition_0'),
      ],
      edges: [edge('grading', 'seqLLMNode_0'), edge('end', 'seqEnd_0')],
    }),
    'Essay',
  )
}

const keys = {
  tabKey: 'selectedConditionFunctionTab_seqCondition_0',
  tableName: 'conditionUI',
  codeName: 'conditionFunction',
}
const none = new Map()
const save = (graph: Graph, before: Condition, after: Condition) =>
  saveCondition(graph, 'seqCondition_0', { ...keys, before, after }, none)
const portsOf = (graph: Graph) => {
  const node = graph.nodes.get('seqCondition_0')
  return node ? outputPorts(shapeOf(node, none), node.data).map(({ label }: OutputAnchor) => label) : []
}
const grading = table({ ...row('Grading'), ...{ was: 0 } })

describe('simple mode', () => {
  test('outputs are the quoted values of return statements in the code', () => {
    expect(returnedNames(`if (a) return "Agent"\nelse { return 'End' }\nreturn (\`More\`)`)).toEqual([
      'Agent',
      'End',
      'More',
    ])
  })

  test('a value returned twice is one output', () => {
    expect(conditionOutputs(code('return "B"; return "A"; return "B"'))).toEqual(['A', 'B'])
  })

  test('return statements in comments and strings are ignored', () => {
    expect(returnedNames('// return "x"\n/* return "y" */\nconst a = "http://b"; return "z"')).toEqual(['z'])
  })
})

describe('table mode', () => {
  test.each([
    ['variable', { variable: ' ' }],
    ['operation', { operation: '' }],
    ['output', { output: '' }],
  ])('each item needs a %s', (name, parts) => {
    expect(conditionIssues(table(row('Order'), row('Refund', parts)))).toEqual([{ name, row: 1 }])
  })

  test('an item is required', () => {
    expect(conditionIssues(table())).toEqual([{ name: 'item' }])
    expect(conditionIssues(table(row('Order')))).toEqual([])
  })

  test('an End output is added, and all outputs are sorted', () => {
    expect(conditionOutputs(table(row('Refund'), row('Answer')))).toEqual(['Answer', 'End', 'Refund'])
  })

  test('the table is read from text and written in file format', () => {
    const stored =
      '[{"variable":"$flow.state.a","operation":"Is","value":6,"output":"Grading","actions":"","id":4,"note":"kept"}]'
    const [read] = readConditionRows(stored)

    expect(read).toMatchObject({ value: '6', output: 'Grading', was: 0 })
    expect(JSON.parse(writeConditionRows(read ? [read] : []))).toEqual([
      {
        variable: '$flow.state.a',
        operation: 'Is',
        value: '6',
        output: 'Grading',
        actions: '',
        id: 0,
        note: 'kept',
      },
    ])
    expect(readConditionRows('no table')).toEqual([])
  })
})

test('code without a return statement has no output', () => {
  expect(conditionIssues(code('const a = 1'))).toEqual([{ name: 'return' }])
})

test.each([
  ['Order status', 'orderStatus'],
  ['End', 'end'],
  ['Sipariş İptali', 'siparisIptali'],
  ['Grade A-2', 'gradeA2'],
])('the port of %j is named %s', (label, name) => {
  expect(camelName(label)).toBe(name)
})

describe('saving', () => {
  test('rebuilds the output ports from the definition', () => {
    const saved = save(aConditionGraph(), grading, table({ ...row('Grading'), ...{ was: 0 } }, row('Again')))

    expect(portsOf(saved)).toEqual(['Again', 'End', 'Grading'])
    expect(saved.nodes.get('seqCondition_0')?.data.inputs).toMatchObject({
      selectedConditionFunctionTab_seqCondition_0: 'conditionUI',
      conditionFunction: 'return "old"',
    })
    expect(saved.nodes.get('seqCondition_0')?.data.outputs).toEqual({ output: 'next' })
  })

  test('removes links whose source handle is no longer an output, and the values they had set', () => {
    const saved = save(aConditionGraph(), grading, code('return "End"'))

    expect([...saved.edges.keys()]).toEqual(['end'])
    expect(saved.nodes.get('seqLLMNode_0')?.data.inputs.sequentialNode).toEqual([])
    expect(saved.nodes.get('seqEnd_0')?.data.inputs.sequentialNode).toHaveLength(1)
  })

  test('reports the affected links in advance', () => {
    const plan = planOutputs(aConditionGraph(), 'seqCondition_0', grading, code('return "End"'))

    expect(plan.lost).toEqual([{ edge: 'grading', output: 'Grading', target: 'seqLLMNode_0' }])
  })

  test('a renamed output retains its link', () => {
    const saved = save(aConditionGraph(), grading, table({ ...row('Mark it'), ...{ was: 0 } }))
    const moved = [...saved.edges.values()].find(({ target }) => target === 'seqLLMNode_0')

    expect(moved?.sourceHandle).toBe('seqCondition_0-output-markIt-Condition')
    expect(moved?.id).toContain('seqCondition_0-output-markIt-Condition')
    expect(saved.nodes.get('seqLLMNode_0')?.data.inputs.sequentialNode).toHaveLength(1)
    expect(portsOf(saved)).toEqual(['End', 'Mark it'])
  })

  test('a name taken over by another row retains the link of the name', () => {
    const after = table({ ...row('Other'), ...{ was: 0 } }, row('Grading'))

    expect(planOutputs(aConditionGraph(), 'seqCondition_0', grading, after)).toEqual({
      renamed: new Map(),
      lost: [],
    })
  })

  test('in code a renamed value is identified by its position', () => {
    const saved = save(
      aConditionGraph(),
      code('return "Grading"; return "End"'),
      code('return "Mark"; return "End"'),
    )

    expect([...saved.edges.values()].map(({ sourceHandle }) => sourceHandle)).toEqual([
      'seqCondition_0-output-mark-Condition',
      'seqCondition_0-output-end-Condition',
    ])
  })
})

describe('a dry run', () => {
  const situation = {
    messages: ['Hello', 'Where is my order?'],
    state: { topic: 'refund' },
    vars: { shop: 'Evi' },
  }

  test.each([
    ['$flow.state.messages.length', '2'],
    ['$flow.state.messages[0].content', 'Hello'],
    ['$flow.state.messages[-1].content', 'Where is my order?'],
    ['$flow.state.topic', 'refund'],
    ['$vars.shop', 'Evi'],
    ['$flow.state.nothing', ''],
  ])('%s evaluates to %j', (variable, value) => {
    expect(lookUp(variable, situation)).toBe(value)
  })

  test.each([
    ['Contains', '$flow.state.messages[-1].content', 'order', true],
    ['Not Contains', '$flow.state.messages[-1].content', 'order', false],
    ['Start With', '$flow.state.topic', 'ref', true],
    ['End With', '$flow.state.topic', 'ref', false],
    ['Is', '$flow.state.topic', 'refund', true],
    ['Is Not', '$flow.state.topic', 'refund', false],
    ['Is Empty', '$flow.state.other', '', true],
    ['Is Not Empty', '$flow.state.other', '', false],
    ['Equal To', '$flow.state.messages.length', '2.0', true],
    ['Not Equal To', '$flow.state.messages.length', '2', false],
    ['Greater Than', '$flow.state.messages.length', '1', true],
    ['Less Than', '$flow.state.messages.length', '10', true],
    ['Greater Than or Equal To', '$flow.state.messages.length', '3', false],
    ['Less Than or Equal To', '$flow.state.messages.length', '2', true],
    ['Equal To', '$flow.state.other', '0', false],
    ['Not Equal To', '$flow.state.other', '0', true],
    ['Less Than', '$flow.state.other', '5', false],
    ['Greater Than or Equal To', '$flow.state.messages.length', '', false],
  ])('%s', (operation, variable, value, holds) => {
    expect(runTable([{ variable, operation, value, output: 'Yes' }], situation)).toBe(holds ? 'Yes' : 'End')
  })

  test('the first matching row decides', () => {
    expect(runTable([row('Many'), row('Any', { value: '0' }), row('Late', { value: '1' })], situation)).toBe(
      'Any',
    )
  })
})
