import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readInTime, TIMEOUT_MS } from './device-drafts.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const draft = { key: 'ada:f1', name: 'Desk' }
const after = (ms: number) =>
  new Promise<typeof draft>((resolve) => {
    setTimeout(() => resolve(draft), ms)
  })

test('a draft returned seconds later by a busy disk is not lost', async () => {
  const reading = readInTime(after(8_000))
  await vi.advanceTimersByTimeAsync(8_000)
  expect(await reading).toBe(draft)
})

test('a database that never responds does not prevent a screen from opening', async () => {
  const reading = readInTime(after(10 * TIMEOUT_MS))
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS)
  expect(await reading).toBeUndefined()
})

test('a browser without storage opens the screen immediately', async () => {
  expect(await readInTime(Promise.reject(new Error('private window')))).toBeUndefined()
})
