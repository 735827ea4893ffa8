import type { RunEvent } from '#shared/runs.ts'

type WithoutTime<Event> = Event extends RunEvent ? Omit<Event, 'at' | 'costMicro'> : never
/** What the engine knows of an event. The log adds when it happened and what it cost. */
export type Report = WithoutTime<RunEvent>

export type RunLog = {
  /** What an earlier, interrupted attempt at this run has left. */
  past: readonly RunEvent[]
  /** Told to the watchers at once, stored with the next `append` or a moment later, whichever comes first. */
  note(report: Report): void
  /** Stored before it returns. Whoever listens may refuse by throwing, which stops the run before its next step. */
  append(report: Report): Promise<void>
}
