import { expect, test } from 'vitest'
import { type Plan, planFlow } from '#server/engine/plan-flow.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { apiConfigSchema, readApiConfig } from '#shared/flow-config.ts'
import { referenceTo } from '#shared/flow-file.ts'
import { overridePlan, overrideVars } from './override.ts'

const MODEL = 'chatOpenAI_0'
const CHAIN = 'conversationChain_0'

const plan = planFlow(
  buildFlow([
    {
      name: 'chatOpenAI',
      label: 'Model',
      credential: 'c',
      inputs: {
        modelName: 'gpt-4o-mini',
        temperature: 0.9,
        streaming: true,
        baseOptions: '{"a":1}',
        basepath: '',
      },
    },
    { name: 'bufferMemory', label: 'Memory' },
    {
      name: 'conversationChain',
      label: 'Chain',
      inputs: {
        model: referenceTo(MODEL),
        memory: referenceTo('bufferMemory_0'),
        systemMessagePrompt: 'Be kind.',
      },
    },
  ]),
  catalogue,
)

const open = (nodes: Record<string, string[]>, variables: string[] = [], status = true) =>
  apiConfigSchema.parse({
    overrideConfig: {
      status,
      nodes: Object.fromEntries(
        Object.entries(nodes).map(([label, names]) => [
          label,
          names.map((name) => ({ label: name, name, type: 'string', enabled: true })),
        ]),
      ),
      variables: variables.map((name) => ({ id: name, name, type: 'static', enabled: true })),
    },
  }).overrideConfig

const all = open({
  Model: ['modelName', 'temperature', 'streaming', 'baseOptions'],
  Chain: ['systemMessagePrompt'],
})
const valueIn = (made: Plan, id: string, name: string) =>
  made.steps.find((step) => step.id === id)?.data.inputs[name]
const system = (overrides: object, permission = all) =>
  valueIn(overridePlan(plan, { ...overrides }, permission), CHAIN, 'systemMessagePrompt')

test('overrides apply only when enabled in general', () => {
  expect(system({ systemMessagePrompt: 'Be brief.' })).toBe('Be brief.')
  expect(
    overridePlan(plan, { systemMessagePrompt: 'x' }, open({ Chain: ['systemMessagePrompt'] }, [], false)),
  ).toBe(plan)
  expect(overridePlan(plan, { systemMessagePrompt: 'x' }, undefined)).toBe(plan)
})

test('a parameter is opened by the label of its node and its name; all others are silently ignored', () => {
  expect(system({ systemMessagePrompt: 'x' }, open({ conversationChain: ['systemMessagePrompt'] }))).toBe(
    'Be kind.',
  )
  expect(system({ systemMessagePrompt: 'x' }, open({ Chain: ['memory'] }))).toBe('Be kind.')
  const closed = apiConfigSchema.parse({
    overrideConfig: { status: true, nodes: { Chain: [{ name: 'systemMessagePrompt', enabled: false }] } },
  }).overrideConfig
  expect(system({ systemMessagePrompt: 'x' }, closed)).toBe('Be kind.')
  expect(system({ nothing: 'x' })).toBe('Be kind.')
})

test('true and false as text become booleans, and dependent parts of the plan are recomputed', () => {
  const made = overridePlan(plan, { streaming: 'false' }, all)

  expect(valueIn(made, MODEL, 'streaming')).toBe(false)
  expect([plan.streams, made.streams]).toEqual([true, false])
  expect(made.ending).toBe(made.steps.at(-1))
})

test('a value for one node id reaches only that node; ids of other nodes have no effect', () => {
  expect(system({ systemMessagePrompt: { [CHAIN]: 'Mine.' } })).toBe('Mine.')
  expect(system({ systemMessagePrompt: { conversationChain_7: 'Not mine.' } })).toBe('Be kind.')
  expect(system({ systemMessagePrompt: { [MODEL]: 'Not mine.' } })).toBe('Be kind.')
})

test('an object that names no node is the value itself, merged with the existing object', () => {
  const made = overridePlan(plan, { baseOptions: { b: 2 } }, all)
  expect(JSON.parse(String(valueIn(made, MODEL, 'baseOptions')))).toEqual({ a: 1, b: 2 })
  const one = overridePlan(plan, { baseOptions: { [MODEL]: { c: 3 } } }, all)
  expect(JSON.parse(String(valueIn(one, MODEL, 'baseOptions')))).toEqual({ a: 1, c: 3 })
})

test('no form of value bypasses the permission, unlike in the original', () => {
  const closed = open({ Model: ['temperature'] })

  for (const value of ['x', ['x'], { a: 'x' }, { [CHAIN]: 'x' }, { [MODEL]: { a: 'x' } }]) {
    expect(overridePlan(plan, { systemMessagePrompt: value, baseOptions: value }, closed)).toBe(plan)
  }
})

test('falsy values are ignored', () => {
  for (const value of ['', 0, false, null, undefined]) {
    expect(overridePlan(plan, { temperature: value, systemMessagePrompt: value }, all)).toBe(plan)
  }
})

test('links between nodes and the three reserved names of the request are not fields', () => {
  const wide = open({ Chain: ['model', 'memory', 'sessionId', 'vars', 'analytics'], Memory: ['sessionId'] })

  expect(overridePlan(plan, { model: 'x', memory: 'x', sessionId: 's', vars: {}, analytics: {} }, wide)).toBe(
    plan,
  )
})

test('text of the caller is not a template: variables and node references are escaped, other braces stay', () => {
  expect(
    system({
      systemMessagePrompt: 'Say {{$vars.key}} and {{ $flow.chatId }} and {{chatOpenAI_0.data.instance}}',
    }),
  ).toBe('Say { {$vars.key}} and { { $flow.chatId }} and { {chatOpenAI_0.data.instance}}')
  expect(system({ systemMessagePrompt: 'Repeat {{question}}' })).toBe('Repeat {{question}}')
})

test('variables are replaced by name, if opened', () => {
  const permission = open({}, ['city'])

  expect(overrideVars({ vars: { city: 'Van', key: 'x' } }, permission)).toEqual({ city: 'Van' })
  expect(overrideVars({ vars: { city: { a: 1 } } }, permission)).toEqual({ city: '{"a":1}' })
  expect(overrideVars({ vars: { city: 'Van' } }, open({}, ['city'], false))).toEqual({})
  expect(overrideVars({ vars: 'x' }, permission)).toEqual({})
})

test('lists are merged with a list and replace anything else', () => {
  const step = plan.steps.find(({ id }) => id === CHAIN)
  const listed: Plan = {
    ...plan,
    steps: plan.steps.map((each) =>
      each === step
        ? {
            ...each,
            data: { ...each.data, inputs: { ...each.data.inputs, systemMessagePrompt: ['a', 'b'] } },
          }
        : each,
    ),
  }
  expect(
    valueIn(overridePlan(listed, { systemMessagePrompt: ['b', 'c'] }, all), CHAIN, 'systemMessagePrompt'),
  ).toEqual(['a', 'b', 'c'])
  expect(system({ systemMessagePrompt: ['x'] })).toEqual(['x'])
})

test('unreadable settings are ignored', () => {
  expect(readApiConfig('{')).toBeUndefined()
  expect(readApiConfig(null)).toBeUndefined()
  expect(readApiConfig('{"overrideConfig":7,"rateLimit":{"status":true}}')).toEqual({})
})
