import { expect, test } from 'vitest'
import { noUsage } from '#shared/run-values.ts'
import { passedAt } from './wire-values.ts'

const reply = (text: string) => ({ text, usage: noUsage, estimated: false })
const finished = (text: string) =>
  ({ type: 'model_finished', at: 1, nodeId: 'm', callId: 'm:1', reply: reply(text), costMicro: 0 }) as const

test('a wire shows the last thing that went over it, at most two hundred characters of it', () => {
  const passed = passedAt([finished('first'), finished('x'.repeat(500))], new Map())

  expect(passed.get('m')?.text).toBe(`${'x'.repeat(200)}…`)
})

test('lists are counted', () => {
  const output = [
    { pageContent: 'a', metadata: {} },
    { pageContent: 'b', metadata: {} },
  ]
  const event = {
    type: 'handle_finished',
    at: 1,
    nodeId: 'r',
    callId: 'r:1',
    use: 'retrieve',
    output,
    isError: false,
  } as const

  expect(passedAt([event], new Map()).get('r')).toMatchObject({ count: 2 })
})

test('a tool’s failure is marked', () => {
  const event = {
    type: 'tool_finished',
    at: 1,
    nodeId: 't',
    callId: 't:1',
    tool: 'a',
    text: 'Error: no',
    isError: true,
  } as const

  expect(passedAt([event], new Map()).get('t')).toMatchObject({ text: 'Error: no', isError: true })
})

test('events without a value leave everything the very same', () => {
  const before = passedAt([finished('Yes.')], new Map())

  expect(passedAt([{ type: 'node_started', at: 1, nodeId: 'm', label: 'M' }], before)).toBe(before)
})
