import { AppError } from '#shared/errors.ts'
import type { RunEvent } from '#shared/runs.ts'
import type { EmbeddedTexts } from './document-ports.ts'

type WithoutTime<Event> = Event extends RunEvent ? Omit<Event, 'at' | 'costMicro'> : never
/** An event as the engine reports it. The log adds time and cost. */
export type Report = WithoutTime<RunEvent>

export type RunLog = {
  /** Events of an earlier, interrupted attempt at this run. */
  past: readonly RunEvent[]
  /** Sent to watchers at once; stored with the next `append` or shortly after. */
  note(report: Report): void
  /** Stored before it returns. A listener may throw, which stops the run before its next step. */
  append(report: Report): Promise<void>
  /** As `append`, with the vectors of a finished call in the same transaction. */
  appendEmbedded?(report: Report, embedded: EmbeddedTexts): Promise<void>
}

/** For work outside a run, which calls no model: nothing is logged or charged. */
export const uncharged: RunLog = {
  past: [],
  note: () => undefined,
  async append() {
    throw new AppError(
      'INVALID_FLOW',
      'A source is read without models. Choose a loader and splitter that call none.',
    )
  },
}
