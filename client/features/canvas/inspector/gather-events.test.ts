import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noUsage } from '#shared/run-values.ts'
import type { RunEvent } from '#shared/runs.ts'
import { gatherEvents } from './chat-side.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const begun: RunEvent = { type: 'run_started', at: 0, question: 'Hello?' }
const started: RunEvent = { type: 'node_started', at: 5, nodeId: 'a', label: 'A' }
const finished: RunEvent = {
  type: 'run_finished',
  at: 9,
  text: 'Hi',
  usage: noUsage,
  costMicro: 0,
} as RunEvent

test('simultaneous events are delivered together, in order, once', () => {
  const heard: (readonly RunEvent[])[] = []
  const gather = gatherEvents((events) => heard.push(events))

  gather.add(begun)
  gather.add(started)
  expect(heard).toEqual([])
  vi.advanceTimersByTime(47)
  expect(heard).toEqual([])
  vi.advanceTimersByTime(1)
  expect(heard).toEqual([[begun, started]])
  vi.advanceTimersByTime(100)
  gather.flush()
  expect(heard).toHaveLength(1)
})

test('the end is delivered immediately, with all pending events', () => {
  const heard: (readonly RunEvent[])[] = []
  const gather = gatherEvents((events) => heard.push(events))

  gather.add(started)
  gather.add(finished)
  expect(heard).toEqual([[started, finished]])
  expect(vi.getTimerCount()).toBe(0)
})
