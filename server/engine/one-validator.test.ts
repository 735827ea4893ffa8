import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { catalogue } from '#server/nodes/catalogue.ts'
import { aConversationFlow, buildFlow } from '#server/testing/conversation-flow.ts'
import { choose } from '#server/testing/corpus/choose.ts'
import { listFlowFiles } from '#server/testing/flow-corpus.ts'
import type { Known } from '#shared/check-known.ts'
import { isAgentStep } from '#shared/check-node.ts'
import { AppError } from '#shared/errors.ts'
import { type FlowFile, parseFlowFile } from '#shared/flow-file.ts'
import { blockingIssues, validateFlow } from './check-flow.ts'
import { planFlow } from './plan-flow.ts'
import { planProgram } from './program/plan-program.ts'

type Mutation = (flow: FlowFile) => void

const answering = (flow: FlowFile) =>
  flow.nodes.filter(({ id }) => flow.edges.some((edge) => edge.target === id))
const mutations: Record<string, Mutation> = {
  'as it is': () => undefined,
  'without an edge': (flow) => void flow.edges.pop(),
  'without any edge': (flow) => void flow.edges.splice(0),
  'with cleared inputs': (flow) => {
    for (const { data } of flow.nodes) {
      data.inputs = {}
    }
  },
  'with an unknown node': (flow) => {
    for (const { data } of flow.nodes.slice(0, 1)) {
      data.name = 'nodeOfTheFuture'
    }
  },
  'with an unknown ending': (flow) => {
    for (const { data } of answering(flow).slice(-1)) {
      data.name = 'chainOfTheFuture'
    }
  },
  'with wrong options': (flow) => {
    for (const { data } of flow.nodes) {
      const options = Object.entries(catalogue.get(data.name)?.inputs ?? {}).filter(
        ([, { type }]) => type === 'options',
      )
      Object.assign(data.inputs, Object.fromEntries(options.map(([name]) => [name, 'none of these'])))
    }
  },
  'with a lost node': (flow) => void flow.nodes.shift(),
  'with a dangling reference': (flow) => {
    for (const { data } of answering(flow)) {
      const [text] = Object.entries(catalogue.get(data.name)?.inputs ?? {}).filter(
        ([, { type }]) => type === 'string',
      )
      Object.assign(data.inputs, text && { [text[0]]: 'As {{gone_7.data.instance}} says.' })
    }
  },
  'with a circle': (flow) => {
    for (const { source, target } of flow.edges.slice(0, 1)) {
      flow.edges.push({
        ...flow.edges[0],
        source: target,
        target: source,
        id: 'back',
      } as FlowFile['edges'][number])
    }
  },
  'without credentials': (flow) => {
    for (const { data } of flow.nodes) {
      data.credential = undefined
    }
  },
  'with disabled nodes': (flow) => {
    for (const { data } of flow.nodes.slice(0, 1)) {
      Object.assign(data, { disabled: true })
    }
  },
  empty: (flow) => void flow.nodes.splice(0),
}

const corpus = ['chatflows', 'agentflows', 'agentflows-v2'].flatMap((kind) =>
  listFlowFiles(kind).map(({ name, file }) => ({
    name,
    read: () => choose(parseFlowFile(readFileSync(file, 'utf8'))),
  })),
)
const ours = [
  { name: 'a conversation', read: () => aConversationFlow() },
  { name: 'a branching flow', read: aBranch },
]

describe.each(Object.entries(mutations))('%s', (_, mutate) => {
  test.each([...ours, ...corpus])('$name is planned exactly when it has no blocking issue', ({ read }) => {
    const flow = read()
    mutate(flow)
    const rejection = rejectionOf(flow)
    const issues = validateFlow(flow, catalogue)

    expect(rejection).toEqual(blockingIssues(flow, catalogue))
    for (const { id, issues: sentences } of rejection) {
      expect(issues.find((issue) => issue.id === id)?.issues).toEqual(expect.arrayContaining(sentences))
    }
  })
})

test('the condition of a sequential flow is read from its selected tab', () => {
  const condition = (more: object) => {
    const flow = aConversationFlow()
    const tabs = [
      { label: 'Table', name: 'conditionUI', type: 'datagrid' },
      { label: 'Code', name: 'conditionFunction', type: 'code' },
    ]
    const input = {
      label: 'Condition',
      name: 'condition',
      type: 'conditionFunction',
      tabIdentifier: 'selectedConditionFunctionTab',
      tabs,
    }
    const id = 'seqCondition_0'
    const data = {
      id,
      name: 'seqCondition',
      label: 'Condition',
      category: 'Sequential Agents',
      inputParams: [input],
      inputs: { condition: '', ...more },
    }
    flow.nodes = [{ id, type: 'customNode', position: { x: 0, y: 0 }, data } as FlowFile['nodes'][number]]
    return validateFlow(flow, catalogue).find((issue) => issue.id === id)?.issues ?? []
  }
  const required = expect.arrayContaining(['Condition is required'])

  expect(
    condition({
      selectedConditionFunctionTab_seqCondition_0: 'conditionUI',
      conditionUI: '[{"variable":"x"}]',
    }),
  ).not.toEqual(required)
  expect(condition({ conditionUI: '[{"variable":"x"}]' })).not.toEqual(required)
  expect(
    condition({ selectedConditionFunctionTab_seqCondition_0: 'conditionFunction', conditionUI: '[{}]' }),
  ).toEqual(required)
})

test.each([
  ['of the owner', [['mine', 'openAIApi']], []],
  ['that is gone', [['other', 'openAIApi']], ['The chosen credential is gone']],
  ['of another service', [['mine', 'anthropicApi']], ['The chosen credential belongs to another service']],
] as const)('a credential %s has the same result in planning and validation', (_, usable, sentences) => {
  const inputs = { modelName: 'gpt-4.1' }
  const flow = aConversationFlow({ model: { name: 'chatOpenAI', credential: 'mine', inputs } })
  const known = { credentials: new Map<string, string>(usable) }

  expect(rejectionOf(flow, known).flatMap(({ issues }) => issues)).toEqual(sentences)
  expect(validateFlow(flow, catalogue, known)).toEqual(rejectionOf(flow, known))
})

test('the state of an agent flow may start empty, whatever the form in an older file requires', () => {
  const id = 'startAgentflow_0'
  const text = (name: string) => ({ label: name, name, type: 'string' })
  const array = [text('key'), text('value')]
  const startState = { label: 'Flow State', name: 'startState', type: 'array', optional: true, array }
  const inputs = { startState: [{ key: 'findings', value: '' }] }
  const data = { ...{ id, name: 'startAgentflow', label: 'Start' }, inputParams: [startState], inputs }
  const node = { id, type: 'agentFlow', position: { x: 0, y: 0 }, data }
  const flow = { nodes: [node], edges: [] } as unknown as FlowFile

  expect(validateFlow(flow, catalogue)).toEqual([])
})

test('the store of an agent flow’s state is reported with its steps', () => {
  const part = (name: string, more: object) => ({
    ...{ id: `${name}_0`, type: 'customNode', position: { x: 0, y: 0 } },
    data: { id: `${name}_0`, name, label: name, inputs: {}, ...more },
  })
  const flow = {
    nodes: [
      part('sqliteAgentMemory', { category: 'Memory', baseClasses: ['BaseCheckpointSaver'] }),
      part('seqOfTomorrow', { category: 'Sequential Agents' }),
    ],
    edges: [{ id: 'e', source: 'sqliteAgentMemory_0', target: 'seqOfTomorrow_0' }],
  } as unknown as FlowFile

  expect(validateFlow(flow, catalogue).map((issue) => issue.id)).toEqual([''])
})

test('agent flows are rejected with the messages of the validation', () => {
  const step = (name: string, id: string) => ({
    ...{ id, type: 'agentFlow', position: { x: 0, y: 0 } },
    data: { id, name, label: name, category: 'Agent Flows', inputs: {} },
  })
  const flow = {
    ...aConversationFlow(),
    nodes: [step('startAgentflow', 'a'), step('tomorrowAgentflow', 'b')],
    edges: [{ id: 'e', source: 'a', target: 'b' }],
  } as unknown as FlowFile
  const sentence = 'This server shows and keeps agent flows, but cannot run all of their steps yet'

  expect(validateFlow(flow, catalogue)).toEqual([{ id: '', label: 'Flow', name: 'flow', issues: [sentence] }])
  expect(() => planFlow(flow, catalogue)).toThrow(`${sentence}.`)
})

function rejectionOf(flow: FlowFile, known?: Known) {
  try {
    const plan = flow.nodes.some(isAgentStep) ? planProgram : planFlow
    plan(flow, catalogue, known)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({ code: 'INVALID_FLOW' })
    return (error as AppError).details?.issues as ReturnType<typeof validateFlow>
  }
}

function aBranch() {
  const chain = (id: string, from: string) => ({
    ...{ name: 'llmChain', id },
    inputs: {
      model: '{{flowtillDemoModel_0.data.instance}}',
      prompt: '{{promptTemplate_0.data.instance}}',
      outputPrefix: `{{${from}}}`,
    },
  })
  return buildFlow([
    { name: 'flowtillDemoModel' },
    { name: 'promptTemplate', inputs: { template: 'Say {question}' } },
    { name: 'ifElseFunction', inputs: { ifFunction: 'return 1', elseFunction: 'return 0' } },
    chain('llmChain_0', 'ifElseFunction_0.data.instance'),
    chain('llmChain_1', 'ifElseFunction_0.data.instance'),
  ])
}
