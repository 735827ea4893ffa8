import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeNode } from '#server/engine/describe-node.ts'
import type { Input } from '#server/engine/inputs.ts'
import { isReadable as isReadableByEngine } from '#server/engine/read-inputs.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { aConversationFlow, buildFlow } from '#server/testing/conversation-flow.ts'
import { listFlowFiles } from '#server/testing/flow-corpus.ts'
import { isReadable } from './check-node.ts'
import { checkFlow } from './flow-check.ts'
import { findLoop } from './flow-endings.ts'
import { type FlowFile, type FlowNode, parseFlowFile } from './flow-file.ts'
import { describeIssue, type Issue, type Problem } from './flow-issues.ts'
import type { NodeTemplate, TemplateInput } from './nodes.ts'

const kinds = new Map([...catalogue].map(([name, node]) => [name, describeNode(node)]))

function check({ nodes, edges }: FlowFile, known = {}, over: ReadonlyMap<string, NodeTemplate> = kinds) {
  return checkFlow({ nodes: new Map(nodes.map((node) => [node.id, node])), edges }, over, known)
}

const named = (problems: readonly Problem[], id?: string) =>
  problems.filter(({ nodeId }) => nodeId === id).map(({ issue, severity }) => [issue.name, severity])

function nodeOf(flow: FlowFile, name: string) {
  const node = flow.nodes.find(({ data }) => data.name === name)
  if (!node) {
    throw new Error(`no ${name}`)
  }
  return node
}

test('finds nothing in a flow that runs', () => {
  expect(check(aConversationFlow())).toEqual([])
})

test('a reference to a missing node is broken, and named', () => {
  const flow = aConversationFlow()
  const chain = nodeOf(flow, 'conversationChain')
  chain.data.inputs.systemMessagePrompt = 'Use {{gone_0.data.instance}} and {{question}} and {{$vars.x}}.'

  expect(check(flow)).toMatchObject([
    {
      nodeId: chain.id,
      field: 'systemMessagePrompt',
      issue: { name: 'variable', token: 'gone_0' },
      severity: 'blocking',
    },
  ])
})

test('a deleted credential is distinguished from one that was never selected', () => {
  const flow = buildFlow([{ name: 'chatOpenAI', credential: 'old', inputs: { modelName: 'gpt-4.1' } }])
  const withoutOne = buildFlow([{ name: 'chatOpenAI', inputs: { modelName: 'gpt-4.1' } }])

  const knowing = (id: string, kind: string) =>
    named(check(flow, { credentials: new Map([[id, kind]]) }), 'chatOpenAI_0')

  expect(knowing('new', 'openAIApi')).toEqual([['credentialGone', 'blocking']])
  expect(knowing('old', 'anthropicApi')).toEqual([['credentialMismatch', 'blocking']])
  expect(knowing('old', 'openAIApi')).toEqual([])
  expect(named(check(flow), 'chatOpenAI_0')).toEqual([])
  expect(named(check(withoutOne), 'chatOpenAI_0')).toEqual([['credential', 'blocking']])
})

test('an older node is a warning and a deprecated node too', () => {
  const flow = aConversationFlow()
  const { data } = nodeOf(flow, 'conversationChain')
  data.version = 1
  const template = kinds.get(data.name) as NodeTemplate
  const newer = new Map([...kinds, [data.name, { ...template, version: 99, badge: 'DEPRECATING' }]])

  const problems = check(flow, {}, newer)

  expect(problems.map(({ issue, severity }) => [issue.name, severity])).toEqual([
    ['outdated', 'warning'],
    ['deprecated', 'warning'],
  ])
})

test('of two endings the last answers, the other is named next to it', () => {
  const flow = aConversationFlow()
  const chain = nodeOf(flow, 'conversationChain')
  const twin = structuredClone({
    ...chain,
    id: 'conversationChain_9',
    data: { ...chain.data, label: 'Twin' },
  })
  flow.nodes.push(twin)
  flow.edges.push(
    ...flow.edges.filter(({ target }) => target === chain.id).map((edge) => ({ ...edge, target: twin.id })),
  )

  expect(check(flow)).toMatchObject([{ nodeId: chain.id, issue: { name: 'rival', answers: 'Twin' } }])
})

test('issues of nodes that do not run do not block a run', () => {
  const flow = aConversationFlow()
  flow.nodes.push(...buildFlow([{ name: 'promptTemplate', inputs: { template: '' } }]).nodes)

  expect(named(check(flow), 'promptTemplate_0')).toEqual([
    ['unconnected', 'warning'],
    ['required', 'warning'],
  ])
})

test('a link from a missing node is reported', () => {
  const flow = aConversationFlow()
  const chain = nodeOf(flow, 'conversationChain')
  flow.edges.push({ source: 'ghost_0', target: chain.id, sourceHandle: 'a', targetHandle: 'b' })

  expect(named(check(flow), chain.id)).toEqual([['hanging', 'warning']])
})

test('finds the cycle, from any entry, and does not report a diamond as one', () => {
  const round = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['b']],
  ])
  const diamond = new Map([
    ['end', ['left', 'right']],
    ['left', ['start']],
    ['right', ['start']],
  ])

  expect(findLoop(['a', 'b', 'c'], round)).toMatch(/^[bc]$/)
  expect(findLoop(['end', 'left', 'right', 'start'], diamond)).toBeUndefined()
})

const step = (name: string, inputs: object = {}, more: object = {}) => ({
  id: `${name}_0`,
  type: 'agentFlow',
  data: { name, label: name, category: 'Agent Flows', inputs: { ...inputs }, ...more },
})
const way = (source: string, target: string) => ({ source: `${source}_0`, target: `${target}_0` })
const flowOf = (nodes: object[], edges: object[] = []) => parseFlowFile(JSON.stringify({ nodes, edges }))

test('agent flow nodes are checked by the form they include, and reported once as not runnable', () => {
  const inputParams = [
    { name: 'url', label: 'URL', type: 'string' },
    { name: 'note', label: 'Note', type: 'string', optional: true },
    {
      name: 'rows',
      label: 'Headers',
      type: 'array',
      array: [{ name: 'key', label: 'Key', type: 'string' }],
    },
  ]
  const strange = step('neverHeardOfAgentflow', { rows: [{ key: '' }] }, { inputParams })
  const flow = flowOf(
    [strange, step('directReplyAgentflow')],
    [way('neverHeardOfAgentflow', 'directReplyAgentflow')],
  )

  const problems = check(flow, {}, new Map())

  expect(named(problems)).toEqual([
    ['noStart', 'blocking'],
    ['notRunnable', 'blocking'],
  ])
  expect(problems.filter(({ nodeId }) => nodeId === strange.id).map(({ issue }) => issue)).toEqual([
    { name: 'required', label: 'URL' },
    { name: 'required', label: 'Headers 1: Key' },
  ])
})

test('a condition without outputs, one without a target, and a second start are reported', () => {
  const condition = step('conditionAgentflow', { conditions: '' })
  const second = { ...step('startAgentflow'), id: 'startAgentflow_1' }
  const flow = flowOf(
    [step('startAgentflow'), condition, second],
    [way('startAgentflow', 'conditionAgentflow'), { source: 'startAgentflow_1', target: condition.id }],
  )

  expect(named(check(flow, {}, new Map()), condition.id)).toEqual([
    ['noTarget', 'warning'],
    ['noBranch', 'blocking'],
  ])
  expect(named(check(flow, {}, new Map()), second.id)).toEqual([['twoStarts', 'blocking']])
})

// The form and the engine must accept the same values, or the checklist would approve a flow that the engine
// rejects.
const samples = ['', 'warm', '0,7', '{"a":1}', '[1', '["a"]', '{{question}}', 3, true, ['x'], { a: 1 }]
const fields = [...catalogue.values()].flatMap((node) =>
  Object.entries(node.inputs).map(([name, input]) => ({ where: `${node.name}.${name}`, name, input })),
)

test('reads every field of every node as the engine does', () => {
  const differing = fields.flatMap(({ where, name, input }) => {
    const choices = 'options' in input ? [...input.options.map((option) => option.name)] : []
    return [...samples, ...choices, JSON.stringify(choices)]
      .filter((sample) => isReadable({ ...input, name } as TemplateInput, sample) !== byEngine(input, sample))
      .map((sample) => `${where}: ${JSON.stringify(sample)}`)
  })

  expect(fields.length).toBeGreaterThan(200)
  expect(differing).toEqual([])
})

function byEngine(input: Input, sample: unknown) {
  return isReadableByEngine(input, sample)
}

test('every file of the corpus can be checked, and every issue has a message', () => {
  const files = ['chatflows', 'agentflows', 'agentflows-v2'].flatMap((kind) => listFlowFiles(kind))
  const messages = files.flatMap(({ file }) =>
    check(parseFlowFile(readFileSync(file, 'utf8'))).map(({ issue }) => describeIssue(issue, (kind) => kind)),
  )

  expect(messages.filter((sentence) => /undefined|^\s*$/.test(sentence))).toEqual([])
})

test('with a cache, typing in one of three hundred nodes rereads almost nothing of the others', () => {
  let reads = 0
  const counting: ProxyHandler<FlowNode['data']['inputs']> = {
    get(inputs, name) {
      reads += 1
      return Reflect.get(inputs, name)
    },
  }
  const flow = manyChains(75)
  for (const { data } of flow.nodes) {
    data.inputs = new Proxy(data.inputs, counting)
  }
  const nodes = new Map(flow.nodes.map((node) => [node.id, node]))
  const [first] = flow.nodes
  const type = (text: string) => {
    const node = first as (typeof flow.nodes)[number]
    const typed = { ...node, data: { ...node.data, inputs: { ...node.data.inputs, systemMessage: text } } }
    return { nodes: new Map([...nodes, [node.id, typed]]), edges: flow.edges }
  }
  const readsOf = (net: ReturnType<typeof type>) => {
    reads = 0
    checkFlow(net, kinds)
    return reads
  }

  expect(nodes.size).toBe(300)
  const initial = readsOf(type(''))
  expect(initial).toBeGreaterThan(1_500)
  // Only checks between nodes run again: less than one read per node.
  expect(readsOf(type('x'))).toBeLessThan(300)
})

function manyChains(count: number): FlowFile {
  const flows = Array.from({ length: count }, (_, index) => rename(aConversationFlow(), `_${index}`))
  return { nodes: flows.flatMap(({ nodes }) => nodes), edges: flows.flatMap(({ edges }) => edges) }
}

function rename(flow: FlowFile, suffix: string): FlowFile {
  const text = JSON.stringify(flow).replace(/"([A-Za-z]+)_0"/g, `"$1${suffix}"`)
  return parseFlowFile(text.replace(/\{\{([A-Za-z]+)_0\./g, `{{$1${suffix}.`))
}

test('each issue has its own message', () => {
  const issues: Issue[] = [
    { name: 'required', label: 'Model' },
    { name: 'unlinked', label: 'Chat Model' },
    { name: 'credential', kind: 'openAIApi' },
    { name: 'unknown', kind: 'x' },
    { name: 'noEnding' },
  ]

  expect(issues.map((issue) => describeIssue(issue, () => 'OpenAI API'))).toEqual([
    'Model is required',
    'Chat Model is required',
    'OpenAI API credential is required',
    'This server has no kind of node named x',
    'The flow has no ending. Add a chain or an agent that returns the answer',
  ])
})
