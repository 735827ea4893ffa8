import { AppError } from '#shared/errors.ts'
import type { StepWait } from '#shared/runs.ts'
import type { Json } from '../inputs.ts'
import { isFinal } from '../record-tool.ts'
import type { Report, RunLog } from '../run-log.ts'
import { applyEvent, type Entry, frameOf, type OpenStep, type RunState } from './run-state.ts'
import { contentOf, finishStep, type ProgramRun, runStep } from './run-step.ts'
import { rejectLarge, rejectLongLog, sizeOf } from './size-limits.ts'

export type ProgramEnding =
  | { status: 'finished'; nodeId: string | undefined; value: Json }
  | { status: 'waiting'; waits: StepWait[] }

/**
 * Runs a program from the state its log has led to: at the start, after a crash or when a wait was answered. Open steps
 * are run again first; their recorded calls are not made again. Throws NodeFailure naming the failed node, RUN_LIMIT
 * when the run has taken too many steps.
 */
export async function runProgram(run: ProgramRun): Promise<ProgramEnding> {
  const { state } = run
  await runFrame(run, '')
  const waits = [...state.waits.values()].flatMap((key) => state.open.get(key)?.wait ?? [])
  return waits.length > 0
    ? { status: 'waiting', waits }
    : { status: 'finished', ...(frameOf(state, '').last ?? { nodeId: undefined, value: null }) }
}

/** Events go to the run's log and, once stored or noted there, into the state. */
export function logInto(
  state: RunState,
  program: ProgramRun['program'],
  log: RunLog,
): Pick<RunLog, 'note' | 'append'> {
  const measure = (report: Report) => {
    // Pieces of a text are not stored.
    const size = report.type === 'token' || report.type === 'thinking' ? 0 : sizeOf(report)
    rejectLarge(report, size)
    return size
  }
  const apply = (report: Report, size: number) => {
    state.size += size
    applyEvent(state, report, program)
  }
  return {
    note(report) {
      const size = measure(report)
      log.note(report)
      apply(report, size)
    },
    async append(report) {
      const size = measure(report)
      await log.append(report)
      apply(report, size)
    },
  }
}

/** Runs the queue of a frame until it is empty or only waiting steps are left. */
async function runFrame(run: ProgramRun, path: string): Promise<void> {
  const suspended = new Set<string>()
  for (;;) {
    run.signal.throwIfAborted()
    const batch = nextBatch(run, path, suspended)
    if (batch.length === 0) {
      return
    }
    if (run.state.steps + batch.length > run.limits.steps) {
      const [next] = batch
      throw new AppError('RUN_LIMIT', `The run has taken ${run.limits.steps} steps, which is its limit.`, {
        details: { nodeId: next?.nodeId },
      })
    }
    rejectLongLog(run.state.size, batch[0]?.nodeId)
    await runTogether(run, batch, async (entry, branchRun) => {
      const outcome = await runStep(branchRun, entry)
      if (outcome === 'items') {
        await runItems(branchRun, entry)
      }
      if (branchRun.state.open.has(entry.key)) {
        suspended.add(entry.key)
      }
    })
  }
}

/** Interrupted steps first. A round ends before the next one begins, also when one of its steps waits. */
function nextBatch({ state, program }: ProgramRun, path: string, suspended: ReadonlySet<string>): Entry[] {
  const inFrame = [...state.open.values()].filter(({ entry }) => entry.frame === path)
  const isReady = ({ entry, wait }: OpenStep) => !(wait || suspended.has(entry.key))
  const open = inFrame.filter(isReady).map(({ entry }) => entry)
  const queue = state.frames.get(path)?.queue ?? []
  if (program.mode === 'queue') {
    return (isUncertain(state, path) ? open : [...open, ...queue]).slice(0, 1)
  }
  const round = Math.min(...[...inFrame.map(({ entry }) => entry), ...queue].map((entry) => entry.round))
  return [...open, ...queue].filter((entry) => entry.round === round)
}

/**
 * Whether a call of the frame may have happened and a person has not said so yet. Steps after it wait: in a run
 * without a crash they would see its result.
 */
function isUncertain({ open }: RunState, path: string): boolean {
  return [...open.values()].some(
    ({ entry, wait }) =>
      wait?.kind === 'uncertain' &&
      (path === '' || entry.frame === path || entry.frame.startsWith(`${path}/`)),
  )
}

/** When one of them fails, the others are aborted before the error is thrown. */
async function runTogether(
  run: ProgramRun,
  entries: readonly Entry[],
  work: (entry: Entry, run: ProgramRun) => Promise<void>,
) {
  const [only] = entries
  if (only && entries.length === 1) {
    return work(only, run)
  }
  const branch = new AbortController()
  const signal = AbortSignal.any([run.signal, branch.signal])
  const tasks = entries.map((entry) => work(entry, { ...run, signal }))
  try {
    await Promise.all(tasks)
  } catch (error) {
    branch.abort(error)
    await Promise.allSettled(tasks)
    throw error
  }
}

/** Runs the nodes inside an iteration once per item, and finishes its step when every item has. */
async function runItems(run: ProgramRun, { nodeId, key }: Entry): Promise<void> {
  const { state } = run
  const items = state.open.get(key)?.items
  if (!items) {
    return
  }
  const left = items.items.map((_, index) => index).filter((index) => !items.done.has(index))
  const work = async () => {
    for (let index = left.shift(); index !== undefined; index = left.shift()) {
      await runItem(run, { nodeId, key, index })
      if (!items.done.has(index) && items.parallel === 1) {
        // It waits, and the items after it build on its state.
        return
      }
    }
  }
  await Promise.all(Array.from({ length: items.parallel }, work))
  if (items.done.size === items.items.length) {
    const texts = items.items.map((_, index) => textOf(items.done.get(index)))
    finishStep(run, state.open.get(key)?.entry, { value: { content: texts.join('\n') } })
  }
}

async function runItem(
  run: ProgramRun,
  { nodeId, key, index }: { nodeId: string; key: string; index: number },
) {
  const { state, log } = run
  const path = `${key}/${index}`
  try {
    await runFrame(run, path)
  } catch (error) {
    if (run.signal.aborted || isFinal(error)) {
      throw error
    }
    const message = error instanceof AppError ? error.message : 'Something went wrong on our side.'
    log.note({ type: 'item_finished', nodeId, key, index, error: message })
    return
  }
  const isWaiting = [...state.open.keys()].some((open) => open.startsWith(`${path}/`))
  if (!isWaiting) {
    log.note({
      type: 'item_finished',
      nodeId,
      key,
      index,
      value: contentOf(frameOf(state, path).last?.value),
    })
  }
}

function textOf(result: { value?: Json; error?: string } | undefined): string {
  const { value, error } = result ?? {}
  if (error !== undefined) {
    return error
  }
  return typeof value === 'string'
    ? value
    : value === undefined || value === null
      ? ''
      : JSON.stringify(value)
}
