import type { Reader } from '#server/db/store.ts'
import type { Catalogue } from '#server/engine/check-flow.ts'
import { planProgram } from '#server/engine/program/plan-program.ts'
import { foldRun } from '#server/engine/program/run-state.ts'
import type { RunRow, RunWaitRow } from '#server/features/runs/runs.table.ts'
import { parseFlowFile } from '#shared/flow-file.ts'
import type { RunEvent, RunState } from '#shared/runs.ts'
import * as rows from './executions.repository.ts'

const PIECE = 200
/** A run may move on between two reads: only what is found every time is a finding. */
const LOOKS = 3

type Finding = { rule: string; id: string }

const DENSE = 'the events of a run are numbered without gaps'
const FOLDS = 'the log of a run folds'
const STATE = 'the state of a run is that of its log'
const WAITS = 'the open waits of a run are those of its log'

/** Folds the log of every run of an agent flow and compares the tables that index it. */
export async function checkRuns(db: Reader, catalogue: Catalogue) {
  const findings: Finding[] = []
  let runs = 0
  let afterId = ''
  for (;;) {
    const piece = await rows.listAll(db, afterId, PIECE)
    for (const { id } of piece) {
      findings.push(...(await checkRepeatedly(db, catalogue, id)))
    }
    runs += piece.length
    const last = piece.at(-1)
    if (!last) {
      return { runs, findings }
    }
    afterId = last.id
  }
}

async function checkRepeatedly(db: Reader, catalogue: Catalogue, id: string) {
  let found = await checkRun(db, catalogue, id)
  for (let look = 1; look < LOOKS && found.length > 0; look += 1) {
    const again = await checkRun(db, catalogue, id)
    found = found.filter(({ rule }) => again.some((each) => each.rule === rule))
  }
  return found
}

async function checkRun(db: Reader, catalogue: Catalogue, id: string): Promise<Finding[]> {
  const run = await rows.findRow(db, id)
  if (!run?.program) {
    return []
  }
  const logged = (await rows.listLogs(db, [id])).flatMap(({ events }) => events)
  const waits = await rows.listWaitsOf(db, [id])
  const events = logged.map(({ event }) => event)
  if (run.endedDate && events.length === 0) {
    // Its log is too old and was removed.
    return waits.length === 0 ? [] : [{ rule: WAITS, id }]
  }
  const broken = [
    !logged.every(({ sequence }, place) => sequence === place + 1) && DENSE,
    !(await folds(db, catalogue, run, events)) && FOLDS,
    run.state !== stateOf(events) && STATE,
    !isSame(waits, openWaitsOf(events)) && WAITS,
  ]
  return broken.filter((rule) => rule !== false).map((rule) => ({ rule, id }))
}

async function folds(db: Reader, catalogue: Catalogue, { versionId, state }: RunRow, events: RunEvent[]) {
  const flowData = await rows.findFlowData(db, versionId)
  // Versions of ended runs may have been pruned.
  if (flowData === undefined) {
    return state !== 'running' && state !== 'waiting'
  }
  try {
    const folded = foldRun(planProgram(parseFlowFile(flowData), catalogue), events)
    const open = openWaitsOf(events)
    return state !== 'waiting' || [...folded.waits.keys()].every((waitId) => open.has(waitId))
  } catch {
    return false
  }
}

function stateOf(events: readonly RunEvent[]): RunState {
  let state: RunState = 'running'
  for (const { type } of events) {
    if (type === 'run_waiting') {
      state = 'waiting'
    } else if (type === 'run_claimed') {
      state = 'running'
    } else if (type === 'run_finished' || type === 'run_failed' || type === 'run_stopped') {
      state = endStates[type]
    }
  }
  return state
}

const endStates = { run_finished: 'finished', run_failed: 'failed', run_stopped: 'stopped' } as const

/** Waits are listed once the run waits, and leave with their answer or with the run. */
function openWaitsOf(events: readonly RunEvent[]): Set<string> {
  const open = new Set<string>()
  for (const event of events) {
    if (event.type === 'run_waiting') {
      for (const { id } of event.waits) {
        open.add(id)
      }
    } else if (event.type === 'wait_answered') {
      open.delete(event.waitId)
    } else if (event.type in endStates) {
      open.clear()
    }
  }
  return open
}

function isSame(stored: readonly RunWaitRow[], open: ReadonlySet<string>) {
  return stored.length === open.size && stored.every(({ id }) => open.has(id))
}
