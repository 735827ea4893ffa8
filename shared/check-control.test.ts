import { expect, test } from 'vitest'
import { describeNode } from '#server/engine/describe-node.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { aControlFlow, llmInputs } from '#server/testing/run-test-program.ts'
import { checkFlow } from './flow-check.ts'

const kinds = new Map([...catalogue].map(([name, node]) => [name, describeNode(node)]))
const start = { id: 'start', name: 'startAgentflow', inputs: { startInputType: 'chatInput' } }
const llm = (id: string, parentNode?: string) => ({
  ...{ id, name: 'llmAgentflow', inputs: llmInputs('Hello') },
  ...(parentNode && { parentNode }),
})

/** Blocking issues as `node: issue` or `node: issue of field`. */
function issuesOf(steps: Parameters<typeof aControlFlow>[0], edges: readonly string[]): string[] {
  const { nodes, edges: links } = aControlFlow(steps, edges)
  const net = { nodes: new Map(nodes.map((node) => [node.id, node])), edges: links }
  return checkFlow(net, kinds)
    .filter(({ blocking }) => blocking)
    .map(({ nodeId, issue }) => {
      const label = 'label' in issue ? ` (${issue.label})` : ''
      return `${nodeId ?? 'flow'}: ${issue.name}${label}`
    })
}

test('a flow needs one start, and nothing leads into it', () => {
  expect(issuesOf([llm('a')], [])).toEqual(['flow: noStart'])
  expect(issuesOf([start, { ...start, id: 'other' }], [])).toEqual(['other: twoStarts'])
  expect(issuesOf([start, llm('a')], ['start -> a', 'a -> start'])).toContain('a: intoStart')
  expect(issuesOf([start, llm('a')], ['start -> a'])).toEqual([])
})

test('a step of an unknown kind is reported once for the flow', () => {
  expect(issuesOf([start, { id: 'x', name: 'tomorrowAgentflow' }], ['start -> x'])).toEqual([
    'flow: notRunnable',
  ])
})

test('steps return to earlier ones only through a loop node', () => {
  expect(issuesOf([start, llm('a'), llm('b')], ['start -> a', 'a -> b', 'b -> a'])).toEqual(['a: cycle'])
})

test('a loop must name a node that leads to it', () => {
  const loop = (loopBackToNode: string) =>
    issuesOf(
      [start, llm('a'), llm('b'), { id: 'loop', name: 'loopAgentflow', inputs: { loopBackToNode } }],
      ['start -> a', 'a -> loop', 'start -> b'],
    )

  expect(loop('a-LLM')).toEqual([])
  expect(loop('a-An old-label')).toEqual([])
  expect(loop('b-LLM')).toEqual(['loop: loopTarget'])
  expect(loop('gone-LLM')).toEqual(['loop: loopTarget'])
  expect(loop('loop-Loop')).toEqual(['loop: loopTarget'])
  expect(loop('')).toEqual(['loop: required (Loop Back To)'])
})

test('an iteration is closed, holds no other iteration and asks no person', () => {
  const box = { id: 'box', name: 'iterationAgentflow', inputs: { iterationInput: '[1]' } }
  const inside = (more: Parameters<typeof aControlFlow>[0], edges: readonly string[] = []) =>
    issuesOf([start, box, llm('in', 'box'), llm('out'), ...more], ['start -> box', 'box -> out', ...edges])

  expect(inside([])).toEqual([])
  expect(inside([], ['in -> out'])).toEqual(['in: crossesIteration'])
  expect(inside([], ['out -> in'])).toEqual(['out: crossesIteration'])
  expect(inside([{ ...box, id: 'inner', parentNode: 'box' }], ['in -> inner'])).toEqual([
    'inner: nestedIteration',
  ])
  const human = {
    ...{ id: 'human', name: 'humanInputAgentflow', parentNode: 'box' },
    inputs: { humanInputDescriptionType: 'fixed', humanInputDescription: 'Go on?' },
  }
  expect(inside([human], ['in -> human'])).toEqual(['human: humanInIteration'])
})

test('a condition and a condition agent need rows', () => {
  expect(
    issuesOf([start, { id: 'if', name: 'conditionAgentflow', inputs: { conditions: [] } }], ['start -> if']),
  ).toContain('if: noBranch')
  expect(
    issuesOf(
      [start, { id: 'if', name: 'conditionAgentAgentflow', inputs: { conditionAgentScenarios: '' } }],
      ['start -> if'],
    ),
  ).toContain('if: noBranch')
})

test('components configured in a step name the field, the row and what is missing', () => {
  const agent = (inputs: object) =>
    issuesOf([start, { id: 'agent', name: 'agentAgentflow', inputs: { ...inputs } }], ['start -> agent'])
  const model = {
    agentModel: 'chatOpenAI',
    agentModelConfig: { modelName: 'gpt-4o-mini', FLOWISE_CREDENTIAL_ID: 'credential' },
  }

  expect(agent({})).toEqual(['agent: required (Model)'])
  expect(agent(model)).toEqual([])
  expect(agent({ agentModel: 'chatOpenAI', agentModelConfig: '{}' })).toEqual([
    'agent: componentCredential (Model)',
  ])
  expect(agent({ agentModel: 'modelOfTomorrow' })).toEqual(['agent: componentUnknown (Model)'])
  const tools = [
    { agentSelectedTool: 'calculator' },
    { agentSelectedTool: 'customTool', agentSelectedToolConfig: {} },
    { agentSelectedTool: '' },
  ]
  expect(agent({ ...model, agentTools: tools })).toEqual([
    'agent: required (Tools 3: Tool)',
    'agent: required (Tools 2: Tool: Select Tool)',
  ])
})

test('what this server cannot run yet is reported before the run', () => {
  const stores = [{ documentStore: 'id:Papers', docStoreDescription: 'Papers' }]
  const agent = {
    ...{ agentModel: 'chatOpenAI', agentModelConfig: { FLOWISE_CREDENTIAL_ID: 'credential' } },
    agentKnowledgeDocumentStores: stores,
  }

  expect(
    issuesOf([start, { id: 'agent', name: 'agentAgentflow', inputs: agent }], ['start -> agent']),
  ).toEqual(['agent: unavailable (Knowledge (Document Stores))'])
  const retriever = { id: 'find', name: 'retrieverAgentflow', inputs: { retrieverQuery: 'x' } }
  expect(issuesOf([start, retriever], ['start -> find'])).toEqual(['find: noStore'])
})
