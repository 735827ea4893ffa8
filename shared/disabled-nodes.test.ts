import { expect, test } from 'vitest'
import { validateFlow } from '#server/engine/check-flow.ts'
import { describeNode } from '#server/engine/describe-node.ts'
import { planFlow, planUpsert } from '#server/engine/plan-flow.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { aConversationFlow, buildFlow } from '#server/testing/conversation-flow.ts'
import { disabledKey } from './disabled-nodes.ts'
import { checkFlow } from './flow-check.ts'
import { diffFlows } from './flow-diff.ts'
import { type FlowFile, referenceTo } from './flow-file.ts'

const kinds = new Map([...catalogue].map(([name, node]) => [name, describeNode(node)]))

function off(flow: FlowFile, ...names: string[]): FlowFile {
  for (const { id, data } of flow.nodes) {
    if (names.includes(id)) {
      data[disabledKey] = true
    }
  }
  return flow
}

const check = ({ nodes, edges }: FlowFile) =>
  checkFlow({ nodes: new Map(nodes.map((node) => [node.id, node])), edges }, kinds)

test('a disabled node does not run, and what can work without it does', () => {
  const flow = off(aConversationFlow({ memory: { name: 'bufferMemory', inputs: {} } }), 'bufferMemory_0')
  const text = JSON.stringify(flow)

  expect(check(flow)).toEqual([
    {
      nodeId: 'conversationChain_0',
      field: 'memory',
      issue: { name: 'switchedOff', label: 'Memory', source: 'Buffer Memory' },
      severity: 'blocking',
      blocking: true,
    },
  ])
  const sentence = 'Memory is required, and Buffer Memory is disabled'
  expect(validateFlow(flow, catalogue)).toMatchObject([{ issues: [sentence] }])
  expect(() => planFlow(flow, catalogue)).toThrow(sentence)
  const on = aConversationFlow({ memory: { name: 'bufferMemory', inputs: {} } })
  expect(diffFlows(on, flow).changed).toMatchObject([
    { id: 'bufferMemory_0', fields: [{ field: 'disabled', of: 'node', after: '✓' }] },
  ])
  expect(JSON.stringify(flow)).toBe(text)
})

test('disabled nodes are omitted from lists, and their links and own issues are omitted, too', () => {
  const flow = buildFlow([
    { name: 'flowtillDemoModel' },
    { name: 'bufferMemory' },
    { name: 'calculator' },
    { name: 'serpAPI', label: 'Search' },
    {
      name: 'toolAgent',
      inputs: {
        model: referenceTo('flowtillDemoModel_0'),
        memory: referenceTo('bufferMemory_0'),
        tools: [referenceTo('calculator_0'), referenceTo('serpAPI_0')],
      },
    },
  ])
  expect(check(flow).map(({ nodeId }) => nodeId)).toContain('serpAPI_0')

  off(flow, 'serpAPI_0')

  expect(check(flow)).toEqual([])
  const plan = planFlow(flow, catalogue)
  expect(plan.ending.data.inputs.tools).toEqual([referenceTo('calculator_0')])
  expect(plan.steps.map(({ id }) => id)).not.toContain('serpAPI_0')
})

test('a flow with a disabled ending has none, and nodes inside a disabled box are disabled, too', () => {
  const flow = off(aConversationFlow(), 'conversationChain_0')

  expect(check(flow)).toMatchObject([{ nodeId: undefined, issue: { name: 'noEnding' } }, {}, {}])
  expect(() => planFlow(flow, catalogue)).toThrow('has no ending')
  const store = off(buildFlow([{ name: 'memoryVectorStore' }]), 'memoryVectorStore_0')
  expect(() => planUpsert(store, catalogue, { nodeId: undefined })).toThrow('no vector store')

  const boxed = aConversationFlow()
  const box = {
    id: 'box_0',
    type: 'iteration',
    data: { name: 'iterationAgentflow', label: 'Box', inputs: {} },
  }
  boxed.nodes.push({ ...box, data: { ...box.data, [disabledKey]: true } })
  for (const node of boxed.nodes) {
    if (node.id === 'bufferMemory_0') {
      node.parentNode = 'box_0'
    }
  }
  expect(check(boxed)).toMatchObject([{ issue: { name: 'switchedOff', source: 'Buffer Memory' } }])
})

test('known context of a flow is checked, and unknown context is not', () => {
  const flow = buildFlow([
    { name: 'chatOpenAI', credential: 'mine', inputs: { modelName: 'gpt-3' } },
    {
      name: 'promptTemplate',
      inputs: { template: `Say {{$vars.tone}} {{$vars.shop.city}}. ${'word '.repeat(900)}` },
    },
    {
      name: 'llmChain',
      inputs: { model: referenceTo('chatOpenAI_0'), prompt: referenceTo('promptTemplate_0') },
    },
  ])
  const net = { nodes: new Map(flow.nodes.map((node) => [node.id, node])), edges: flow.edges }
  const known = {
    credentials: new Map([['mine', 'openAIApi']]),
    variables: new Set(['shop']),
    offered: new Map([['chatOpenAI_0 modelName', new Set(['gpt-4.1'])]]),
    windows: new Map([['gpt-3', 1_000]]),
  }

  expect(checkFlow(net, kinds)).toEqual([])
  expect(
    checkFlow(net, kinds, known).map(({ nodeId, issue, blocking }) => [nodeId, issue, blocking]),
  ).toEqual([
    ['chatOpenAI_0', { name: 'modelGone', label: 'Model Name', model: 'gpt-3' }, false],
    ['promptTemplate_0', { name: 'unknownVariable', label: 'Template', token: '$vars.tone' }, false],
    ['llmChain_0', { name: 'promptTooLong', tokens: expect.any(Number), window: 1_000 }, false],
  ])
  const noneUpserted = { upserted: new Set<string>() }
  const shelf = buildFlow([
    { name: 'plainText', inputs: { text: 'Hi' } },
    { name: 'qdrant', inputs: { document: [referenceTo('plainText_0')] } },
    { name: 'memoryVectorStore', inputs: { document: [referenceTo('plainText_0')] } },
  ])
  const shelves = { nodes: new Map(shelf.nodes.map((node) => [node.id, node])), edges: shelf.edges }
  const never = (known: object) =>
    checkFlow(shelves, kinds, known).flatMap(({ nodeId, issue }) =>
      issue.name === 'neverUpserted' ? [nodeId] : [],
    )
  expect(never(noneUpserted)).toEqual(['qdrant_0'])
  expect([never({}), never({ upserted: new Set(['qdrant_0']) })]).toEqual([[], []])
  // An empty list means the provider was not reached.
  const unreached = { offered: new Map([['chatOpenAI_0 modelName', new Set<string>()]]) }
  expect(checkFlow(net, kinds, unreached)).toEqual([])
})
