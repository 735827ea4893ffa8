import { expect, test } from 'vitest'
import { catalogue } from '#server/nodes/catalogue.ts'
import { aConversationFlow, buildFlow } from '#server/testing/conversation-flow.ts'
import { checkFlow } from './check-flow.ts'

test('finds no issues in a flow that runs', () => {
  expect(checkFlow(aConversationFlow(), catalogue)).toEqual([])
})

test('names nodes without connections, but no notes', () => {
  const flow = aConversationFlow()
  flow.nodes.push(...buildFlow([{ name: 'promptTemplate', inputs: { template: '' } }]).nodes)

  expect(checkFlow(flow, catalogue)).toEqual([
    {
      id: 'promptTemplate_0',
      name: 'promptTemplate',
      label: 'Prompt Template',
      issues: ['This node is not connected to anything', 'Template is required'],
    },
  ])
})

test('a single node has no issue for being alone', () => {
  expect(checkFlow(buildFlow([{ name: 'bufferMemory' }]), catalogue)).toEqual([])
})

test('a hidden field is never missing', () => {
  const thinking = { extendedThinking: true, budgetTokens: 'many' }
  const model = (inputs: object) =>
    buildFlow([{ name: 'chatAnthropic', credential: 'c', inputs: { ...inputs } }])

  expect(checkFlow(model({ ...thinking, modelName: 'claude-opus-4-6' }), catalogue)).toEqual([])
  expect(checkFlow(model({ ...thinking, modelName: 'claude-haiku-4-5' }), catalogue)).toMatchObject([
    { issues: ['Budget Tokens is not valid'] },
  ])
})

test('a model that needs no credential requires none', () => {
  expect(
    checkFlow(buildFlow([{ name: 'chatOllama', inputs: { modelName: 'llama3.2' } }]), catalogue),
  ).toEqual([])
})

test('text with variables is accepted for a number', () => {
  const flow = buildFlow([{ name: 'bufferWindowMemory', inputs: { k: '{{$vars.size}}' } }])

  expect(checkFlow(flow, catalogue)).toEqual([])
})
