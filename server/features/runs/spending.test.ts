import { expect, test } from 'vitest'
import { createSpending } from './spending.ts'

test('holds and costs of a called run count for its callers, whose limits it cannot pass', () => {
  const caller = createSpending()
  caller.limitTo(100)
  const called = createSpending(0, caller)
  const other = createSpending(0, caller)
  called.limitTo(80)

  called.hold(50)
  expect([called.leftMicro(), other.leftMicro(), caller.leftMicro()]).toEqual([30, 50, 50])
  expect(() => called.requireWithin(31, 'node')).toThrow('the limit of 0.000080 USD per run')
  expect(() => other.requireWithin(51, 'node')).toThrow('the limit of 0.0001 USD per run')
  other.requireWithin(50, 'node')

  called.settle(50, 10)
  expect([called.spentMicro(), other.spentMicro(), caller.spentMicro()]).toEqual([10, 0, 10])
  expect(other.leftMicro()).toBe(90)
})

test('without a limit everything is admitted, and what was spent before counts', () => {
  const run = createSpending(60)
  run.requireWithin(1_000_000, 'node')
  expect(run.leftMicro()).toBeUndefined()

  run.limitTo(100)
  expect(run.leftMicro()).toBe(40)
  expect(() => run.requireWithin(41, 'node')).toThrow('limit of 0.0001 USD')
})
