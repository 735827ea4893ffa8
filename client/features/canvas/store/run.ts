import type { StateCreator } from 'zustand'
import { isEnding } from '#shared/run-values.ts'
import type { RunEvent } from '#shared/runs.ts'
import { findEnding, leadingTo } from '../graph/ending.ts'
import { listen, nothingTold, type Told } from '../graph/variables-run.ts'
import type { RunOrder } from '../run/run-order.ts'
import { type Passed, passedAt } from '../run/wire-values.ts'
import type { CanvasState } from './canvas-store.ts'
import { followRuns, keepRuns, type NodeRuns, runsAt } from './run-state.ts'

/** The run that is looked at: the one that goes on, or any past one. */
export type ShownRun = {
  id: string
  /** In order, without the pieces of the answer as it was written. */
  events: readonly RunEvent[]
  isLive: boolean
}

export type RunSlice = {
  runs: NodeRuns
  told: Told
  shownRun: ShownRun | undefined
  /** Milliseconds into the shown run at which it is looked at; undefined is its end. */
  playhead: number | undefined
  /** What went over the wires, by the node it came from. */
  passed: Passed
  /** A node that is pointed at in the trace. */
  lit: string | undefined
  /** What the canvas wants the chat to ask. */
  order: RunOrder | undefined
  startRun: (runId?: string) => void
  /** Of the run that goes on, in order: what came together is shown together. */
  takeRunEvents: (events: readonly RunEvent[]) => void
  showRun: (id: string, events: readonly RunEvent[]) => void
  seek: (at: number | undefined) => void
  light: (nodeId: string | undefined) => void
  ask: (order: Omit<RunOrder, 'id'>) => void
}

type Slice = StateCreator<CanvasState, [], [], RunSlice>
const none: readonly string[] = []
const nothingPassed: Passed = new Map()

export const createRun: Slice = (set, get) => ({
  runs: new Map(),
  told: nothingTold,
  shownRun: undefined,
  playhead: undefined,
  passed: nothingPassed,
  lit: undefined,
  order: undefined,

  startRun(runId = '') {
    const shownRun = { id: runId, events: [], isLive: true }
    set({ runs: new Map(), shownRun, playhead: undefined, passed: nothingPassed, lit: undefined })
  },

  takeRunEvents(came) {
    const { runs, graph, templates, shownRun, passed } = get()
    const told = came.reduce(listen, get().told)
    if (told !== get().told) {
      set({ told })
    }
    const events = came.filter(isOfCanvas)
    const last = events.at(-1)
    // Another run may be looked at meanwhile; this one is picked again when it is wanted.
    if (!last || (shownRun && !shownRun.isLive)) {
      return
    }
    const after = followRuns(runs, events, () => leadingTo(findEnding(graph, templates), graph))
    set({
      runs: after,
      passed: passedAt(events, passed),
      ...(shownRun && {
        shownRun: { ...shownRun, events: [...shownRun.events, ...events], isLive: !isEnding(last) },
      }),
    })
  },

  showRun(id, events) {
    const kept = events.filter(isOfCanvas)
    set({
      shownRun: { id, events: kept, isLive: false },
      told: kept.reduce(listen, nothingTold),
      lit: undefined,
    })
    get().seek(undefined)
  },

  seek(at) {
    const { shownRun, runs } = get()
    if (shownRun) {
      const moment = at ?? Number.POSITIVE_INFINITY
      const events = shownRun.events.filter((event) => event.at <= moment)
      set({
        playhead: at,
        runs: keepRuns(runs, runsAt(events, moment, none)),
        passed: passedAt(events, nothingPassed),
      })
    }
  },

  light: (lit) => set({ lit }),
  ask: (order) => set({ order: { ...order, id: (get().order?.id ?? 0) + 1 }, dock: 'chat' }),
})

/** Pieces of the answer belong to the chat. */
function isOfCanvas({ type }: RunEvent): boolean {
  return type !== 'token' && type !== 'thinking'
}
