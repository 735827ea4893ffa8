import type { RunEvent } from '#shared/runs.ts'

/** Milliseconds in which a process worked on the run: neither its waits nor the time until a crash was noticed. */
export function activeMsOf(events: readonly RunEvent[]): number {
  let active = 0
  let begun = 0
  let last = 0
  for (const { type, at } of events) {
    if (type === 'run_claimed') {
      active += last - begun
      begun = at
    }
    last = at
  }
  return active + last - begun
}
