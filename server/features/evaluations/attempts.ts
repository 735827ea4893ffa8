import { pause } from '#server/engine/pause.ts'
import type { RunRow, RunsService } from '#server/features/runs/runs.service.ts'
import { AppError } from '#shared/errors.ts'
import type { RunEvent } from '#shared/runs.ts'
import { attemptRunId, MAX_ATTEMPTS } from './run-ids.ts'

export type Runs = Pick<RunsService, 'find' | 'eventsOf' | 'costOf' | 'stopElsewhere'>

export type Settled = {
  runId: string
  text: string
  /** Why there is no answer. */
  error: string | null
  /** Of all attempts. */
  costMicro: number
  latencyMs: number
  events: readonly RunEvent[]
}

type Start = (runId: string) => Promise<void>
type Deps = { runs: Runs; signal: AbortSignal }
type Ending = Pick<Settled, 'text' | 'error'>

const LOOK_MS = 250

/** Endings that say nothing about the flow: what was interrupted is asked again. */
const interrupted: ReadonlySet<string> = new Set([
  'UNAVAILABLE',
  'STOPPED',
  'INSUFFICIENT_FUNDS',
  'RATE_LIMITED',
])

/**
 * The answer of the run with this id. A run that exists already is read instead of started, so that a crashed evaluation
 * asks and pays nothing twice; one that was cut off is followed by another attempt, whose id follows from it. Throws what
 * interrupts an attempt of its own, such as a balance that is used up.
 */
export async function settle(id: string, start: Start, deps: Deps): Promise<Settled> {
  let costMicro = 0
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const runId = attemptRunId(id, attempt)
    const { events, ending } = await takeAttempt(runId, start, deps)
    costMicro += deps.runs.costOf(events)
    if (ending) {
      return { runId, ...ending, costMicro, latencyMs: events.at(-1)?.at ?? 0, events }
    }
  }
  throw new AppError('INTERNAL', 'The server stopped repeatedly while it worked on this row.')
}

/** Without an ending when an earlier process was interrupted. */
async function takeAttempt(runId: string, start: Start, { runs, signal }: Deps) {
  const isNew = (await runs.find(runId)) === undefined
  const failure = isNew ? await begin(runId, start, signal) : undefined
  const run = await endOf(runId, runs, signal)
  const events = run ? await runs.eventsOf(runId) : []
  await stopWaiting(runId, events, runs)
  const ending = run ? endingOf(run, events) : unbegun(failure)
  if (isNew && !ending) {
    throw failure ?? new AppError('UNAVAILABLE', 'The run was interrupted.')
  }
  return { events, ending }
}

/** It could not even begin, for example because its version cannot run. */
function unbegun(failure: AppError | undefined): Ending | undefined {
  return failure && !interrupted.has(failure.code) ? { text: '', error: failure.message } : undefined
}

async function begin(runId: string, start: Start, signal: AbortSignal) {
  signal.throwIfAborted()
  try {
    await start(runId)
    return undefined
  } catch (error) {
    return error instanceof AppError ? error : new AppError('INTERNAL', 'Something went wrong on our side.')
  }
}

/** Agent flows go on by themselves after a crash. */
async function endOf(runId: string, runs: Runs, signal: AbortSignal): Promise<RunRow | undefined> {
  for (;;) {
    const run = await runs.find(runId)
    if (run?.state !== 'running') {
      return run
    }
    await pause(LOOK_MS, signal)
  }
}

/**
 * Ends a run that waits for a person, then the called flows it waits for: the other way round the first end would wake it.
 * May be repeated after a crash.
 */
async function stopWaiting(runId: string, events: readonly RunEvent[], runs: Runs): Promise<void> {
  if (!isWaiting(events)) {
    return
  }
  const run = await runs.find(runId)
  await (run?.state === 'waiting' && runs.stopElsewhere(run))
  for (const event of events) {
    for (const { childRunId } of event.type === 'run_waiting' ? event.waits : []) {
      await (childRunId && stopWaiting(childRunId, await runs.eventsOf(childRunId), runs))
    }
  }
}

const stopping: ReadonlySet<string> = new Set(['run_claimed', 'run_stopped'])

/** Also once it has been stopped for that. */
function isWaiting(events: readonly RunEvent[]) {
  return events.findLast(({ type }) => !stopping.has(type))?.type === 'run_waiting'
}

function endingOf(run: RunRow, events: readonly RunEvent[]): Ending | undefined {
  const last = events.at(-1)
  if (run.state === 'waiting' || isWaiting(events)) {
    return { text: '', error: 'The flow waits for a person, and nobody answers in an evaluation.' }
  }
  if (last?.type === 'run_finished') {
    return { text: last.text, error: null }
  }
  const isOfFlow = last?.type === 'run_failed' && !interrupted.has(last.code)
  return isOfFlow ? { text: '', error: last.message } : undefined
}
