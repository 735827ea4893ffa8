import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFanOut, toFrame } from './fan-out.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

function openSockets(count: number) {
  const fanOut = createFanOut()
  const written = Array.from({ length: count }, () => [] as { at: number; text: string }[])
  const leave = written.map((list) =>
    fanOut.add('flow', (frames) => list.push({ at: performance.now(), text: frames.toString() })),
  )
  return { fanOut, written, leave }
}

test('every socket gets all frames once and in order, and few are written to in one turn', () => {
  const { fanOut, written } = openSockets(1_200)

  for (let number = 0; number < 50; number += 1) {
    fanOut.send(['flow'], `message ${number}`)
    vi.advanceTimersByTime(7)
  }
  vi.advanceTimersByTime(100)

  const expected = Array.from({ length: 50 }, (_, number) => toFrame(`message ${number}`).toString()).join('')
  expect(written.every((list) => list.map(({ text }) => text).join('') === expected)).toBe(true)
  // 350 ms of messages, gathered for 20 ms at a time.
  expect(Math.max(...written.map(({ length }) => length))).toBeLessThanOrEqual(20)
  const turns = Map.groupBy(written.flat(), ({ at }) => at)
  expect(Math.max(...[...turns.values()].map(({ length }) => length))).toBeLessThanOrEqual(500)
})

test('sockets that leave get nothing more, and their places are taken by others', () => {
  const { fanOut, written, leave } = openSockets(1_200)
  fanOut.send(['flow'], 'one')
  for (const end of leave.slice(100)) {
    end()
    end()
  }
  const late: string[] = []
  fanOut.add('flow', (frames) => late.push(frames.toString()))
  fanOut.send(['flow'], 'two')
  vi.advanceTimersByTime(100)

  expect(written.slice(100).flat()).toEqual([])
  expect(written.slice(0, 100).every((list) => list.length === 1)).toBe(true)
  expect(late.join('')).toContain('two')
  for (const end of leave) {
    end()
  }
  expect(fanOut.has('flow')).toBe(true)
})
