import { expect, test } from 'vitest'
import type { RunEvent } from '#shared/runs.ts'
import { activeMsOf } from './active-time.ts'

const event = (type: string, at: number) => ({ type, at }) as RunEvent

test('waits and the time until a crash was noticed do not count as active', () => {
  const events = [
    event('run_started', 0),
    event('run_waiting', 400),
    event('run_claimed', 90_000),
    event('node_started', 90_250),
    // The process has died.
    event('run_claimed', 120_000),
    event('node_finished', 120_050),
  ]

  expect(activeMsOf(events)).toBe(400 + 250 + 50)
  expect(activeMsOf([])).toBe(0)
})
