import { expect, test } from 'vitest'
import { yieldEvery } from './pause.ts'

async function countSteps(maxMs: number) {
  const pauseIfDue = yieldEvery(maxMs)
  let steps = 0
  let seen = 0
  setTimeout(() => {
    seen = steps
  })
  for (; steps < 5; steps += 1) {
    await pauseIfDue()
  }
  await new Promise((resolve) => setTimeout(resolve))
  return seen
}

test('others run between two steps of work that has held the thread for the time given, and not before', async () => {
  expect(await countSteps(0)).toBeLessThan(5)
  expect(await countSteps(60_000)).toBe(5)
})
