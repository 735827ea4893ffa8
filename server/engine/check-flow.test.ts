import { expect, test } from 'vitest'
import { catalogue } from '#server/nodes/catalogue.ts'
import { aConversationFlow, buildFlow } from '#server/testing/conversation-flow.ts'
import { checkFlow } from './check-flow.ts'

test('finds nothing wrong with a flow that runs', () => {
  expect(checkFlow(aConversationFlow(), catalogue)).toEqual([])
})

test('names nodes that are connected to nothing, but no notes', () => {
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

test('a lone node is not blamed for being alone', () => {
  expect(checkFlow(buildFlow([{ name: 'bufferMemory' }]), catalogue)).toEqual([])
})

test('a field that is not shown is not missed', () => {
  const thinking = { extendedThinking: true, budgetTokens: 'many' }
  const model = (inputs: object) =>
    buildFlow([{ name: 'chatAnthropic', credential: 'c', inputs: { ...inputs } }])

  expect(checkFlow(model({ ...thinking, modelName: 'claude-opus-4-6' }), catalogue)).toEqual([])
  expect(checkFlow(model({ ...thinking, modelName: 'claude-haiku-4-5' }), catalogue)).toMatchObject([
    { issues: ['Budget Tokens is not valid'] },
  ])
})

test('a model that needs no credential is not asked for one', () => {
  expect(
    checkFlow(buildFlow([{ name: 'chatOllama', inputs: { modelName: 'llama3.2' } }]), catalogue),
  ).toEqual([])
})

test('text that is filled in when it runs is believed', () => {
  const flow = buildFlow([{ name: 'bufferWindowMemory', inputs: { k: '{{$vars.size}}' } }])

  expect(checkFlow(flow, catalogue)).toEqual([])
})
