import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DeviceDraft } from './draft-store.ts'
import { PATIENCE_MS, readInTime } from './use-device-draft.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const draft = { key: 'ada:f1', name: 'Desk', flowData: '{}', base: 1, synced: false, at: '' } as DeviceDraft
const after = (ms: number) =>
  new Promise<DeviceDraft>((resolve) => {
    setTimeout(() => resolve(draft), ms)
  })

test('a draft that a busy disk gives after seconds is not lost', async () => {
  const reading = readInTime(after(8_000))
  await vi.advanceTimersByTimeAsync(8_000)
  expect(await reading).toBe(draft)
})

test('a database that never answers does not keep the canvas closed', async () => {
  const reading = readInTime(after(10 * PATIENCE_MS))
  await vi.advanceTimersByTimeAsync(PATIENCE_MS)
  expect(await reading).toBeUndefined()
})

test('a browser that keeps nothing opens the canvas at once', async () => {
  expect(await readInTime(Promise.reject(new Error('private window')))).toBeUndefined()
})
