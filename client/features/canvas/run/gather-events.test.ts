import { afterEach, expect, test, vi } from 'vitest'
import { noUsage, type RunEvent } from '#shared/runs.ts'
import { gatherEvents } from './gather-events.ts'

afterEach(() => {
  vi.unstubAllGlobals()
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

/** Frames that come when they are told to. */
function frames() {
  const asked = new Map<number, () => void>()
  let last = 0
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => {
    last += 1
    asked.set(last, work)
    return last
  })
  vi.stubGlobal('cancelAnimationFrame', (id: number) => asked.delete(id))
  return {
    asked,
    next() {
      for (const [id, work] of [...asked]) {
        asked.delete(id)
        work()
      }
    },
  }
}

test('what comes within a frame is handed on together, in order, once', () => {
  const { asked, next } = frames()
  const heard: (readonly RunEvent[])[] = []
  const gather = gatherEvents((events) => heard.push(events))

  gather.add(begun)
  gather.add(started)
  expect(heard).toEqual([])
  expect(asked.size).toBe(1)
  next()
  expect(heard).toEqual([[begun, started]])
  next()
  gather.flush()
  expect(heard).toHaveLength(1)
})

test('the end waits for no frame, which a hidden tab does not have, and takes along what waits', () => {
  const { asked } = frames()
  const heard: (readonly RunEvent[])[] = []
  const gather = gatherEvents((events) => heard.push(events))

  gather.add(started)
  gather.add(finished)
  expect(heard).toEqual([[started, finished]])
  expect(asked.size).toBe(0)
})
