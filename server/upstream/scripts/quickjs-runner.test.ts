import { afterEach, expect, test, vi } from 'vitest'
import { openRunner } from './quickjs-runner.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

async function run(code: string, cpuMs: number) {
  const order = { code, names: [], values: '{}', tools: [], wallMs: 60_000, cpuMs }
  const world = { callHost: () => Promise.reject(new Error('No host.')), busy: () => undefined }
  return (await openRunner()).run(order, world).outcome
}

test('time in which a busy machine runs other threads is not counted as computing', async () => {
  let minutes = 0
  const later = () => {
    minutes += 1
    return minutes * 60_000
  }
  vi.spyOn(performance, 'now').mockImplementation(later)
  vi.spyOn(Date, 'now').mockImplementation(later)

  expect(await run('return 6 * 7', 250)).toMatchObject({ text: '42' })
})

test('computing is limited by the time of the thread alone', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(0)
  vi.spyOn(Date, 'now').mockReturnValue(0)

  expect(await run('for (;;) {}', 50)).toMatchObject({
    fault: 'It computed for longer than 0.05 seconds.',
  })
})
