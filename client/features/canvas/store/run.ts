import type { StateCreator } from 'zustand'
import type { ChatOrder } from '#client/components/chat-dock.ts'
import { countTokens, isEnding } from '#shared/run-values.ts'
import type { RunEvent, Usage } from '#shared/runs.ts'
import { readStepKey, stepKeyOf } from '#shared/step-keys.ts'
import { findEnding, leadingTo } from '../graph/check.ts'
import {
  listen,
  nothingReported,
  type OutputValues,
  outputsAfter,
  type Reported,
} from '../graph/run-values.ts'
import type { CanvasState } from './canvas-store.ts'
import { typeOf } from './document.ts'
import { type Chosen, nothingChosen, noVisits, shownVisits, type Visits, visitsAfter } from './visits.ts'

/** The displayed run: the live one or any past one. */
export type ShownRun = {
  id: string
  /** In order, without the streamed pieces of the answer. */
  events: readonly RunEvent[]
  isLive: boolean
  /** It rests until a person answers. */
  isParked?: boolean
}

export type RunSlice = {
  /** What each card shows: in agent flows the chosen visit of its node. */
  runs: NodeRuns
  /** Every visit of an agent flow's nodes by its key; the nodes of other flows. */
  steps: NodeRuns
  visits: Visits
  chosenVisits: Chosen
  reported: Reported
  shownRun: ShownRun | undefined
  /** Displayed time of the run in milliseconds since its start; undefined means its end. */
  playhead: number | undefined
  /** Values passed over the wires, by source node. */
  passed: OutputValues
  /** The node hovered in the trace. */
  lit: string | undefined
  /** A run the canvas requests from the chat. */
  order: RunOrder | undefined
  startRun: (runId?: string) => void
  /** Events of the live run, in order; one batch causes one render. */
  takeRunEvents: (events: readonly RunEvent[]) => void
  showRun: (id: string, events: readonly RunEvent[]) => void
  seekTo: (at: number | undefined) => void
  light: (nodeId: string | undefined) => void
  /** Shows one visit of a node. */
  chooseVisit: (nodeId: string, key: string) => void
  /** Shows one item of an iteration on all nodes inside. */
  chooseItem: (boxNode: string, frame: string) => void
  requestRun: (order: Omit<RunOrder, 'id'>) => void
}

type Slice = StateCreator<CanvasState, [], [], RunSlice>
const none: readonly string[] = []
const noOutputs: OutputValues = new Map()

export const createRun: Slice = (set, get) => ({
  runs: new Map(),
  steps: new Map(),
  visits: noVisits,
  chosenVisits: nothingChosen,
  reported: nothingReported,
  shownRun: undefined,
  playhead: undefined,
  passed: noOutputs,
  lit: undefined,
  order: undefined,

  startRun(runId = '') {
    const shownRun = { id: runId, events: [], isLive: true }
    set({ ...nothingRun, shownRun, playhead: undefined, passed: noOutputs, lit: undefined })
  },

  takeRunEvents(came) {
    const { steps, visits, chosenVisits, graph, templates, shownRun, passed } = get()
    const reported = came.reduce(listen, get().reported)
    if (reported !== get().reported) {
      set({ reported })
    }
    const events = came.filter(isOfCanvas)
    const last = events.at(-1)
    // An earlier run may be open meanwhile; the live run is shown when the user selects it again.
    if (!last || (shownRun && !shownRun.isLive)) {
      return
    }
    const isAgent = typeOf(get()) === 'AGENTFLOW'
    const after = followRuns(steps, events, () =>
      isAgent ? none : leadingTo(findEnding(graph, templates), graph),
    )
    const nextVisits = visitsAfter(visits, events)
    set({
      steps: after,
      visits: nextVisits,
      runs: chosenRuns(after, nextVisits, chosenVisits),
      passed: outputsAfter(events, passed),
      ...(shownRun && {
        shownRun: {
          ...shownRun,
          events: [...shownRun.events, ...events],
          isLive: !isEnding(last),
          isParked: last.type === 'run_waiting',
        },
      }),
    })
  },

  showRun(id, events) {
    const stored = events.filter(isOfCanvas)
    set({
      shownRun: { id, events: stored, isLive: false },
      reported: stored.reduce(listen, nothingReported),
      chosenVisits: nothingChosen,
      lit: undefined,
    })
    get().seekTo(undefined)
  },

  seekTo(at) {
    const { shownRun } = get()
    if (shownRun) {
      const moment = at ?? Number.POSITIVE_INFINITY
      const events = shownRun.events.filter((event) => event.at <= moment)
      const steps = reuseRuns(get().steps, runsAt(events, moment, none))
      const visits = visitsAfter(noVisits, events)
      set({
        playhead: at,
        steps,
        visits,
        runs: chosenRuns(steps, visits, get().chosenVisits),
        passed: outputsAfter(events, noOutputs),
      })
    }
  },

  light: (lit) => set({ lit }),

  chooseVisit(nodeId, key) {
    const { steps, visits, chosenVisits } = get()
    const chosen = { ...chosenVisits, steps: new Map([...chosenVisits.steps, [nodeId, key]]) }
    set({ chosenVisits: chosen, runs: chosenRuns(steps, visits, chosen) })
  },

  chooseItem(boxNode, frame) {
    const { steps, visits, chosenVisits } = get()
    const chosen = { ...chosenVisits, frames: new Map([...chosenVisits.frames, [boxNode, frame]]) }
    set({ chosenVisits: chosen, runs: chosenRuns(steps, visits, chosen) })
  },

  requestRun: (order) => set({ order: { ...order, id: (get().order?.id ?? 0) + 1 }, dock: 'chat' }),
})

const nothingRun = {
  runs: new Map() as NodeRuns,
  steps: new Map() as NodeRuns,
  visits: noVisits,
  chosenVisits: nothingChosen,
}

/** One run for each card, which keeps its object while it is unchanged. */
function chosenRuns(steps: NodeRuns, visits: Visits, chosen: Chosen): NodeRuns {
  if (visits.byNode.size === 0) {
    return steps
  }
  const runs = [...visits.byNode.keys()].flatMap((id) => {
    const run = steps.get(shownVisits(id, visits, chosen).shown ?? '')
    return run ? [[id, run] as const] : []
  })
  return new Map(runs)
}

/** The chat, not the canvas, renders the streamed pieces of the answer. */
function isOfCanvas({ type }: RunEvent): boolean {
  return type !== 'token' && type !== 'thinking'
}

/** State of one node within a run. Times are milliseconds since the run began. */
export type NodeRun = {
  /** `parked`: it waits for a person. */
  state: 'waiting' | 'running' | 'parked' | 'done' | 'failed' | 'stopped'
  /** Start time of the current work, while the node runs. */
  since: number
  busyMs: number
  tokens: number
  costMicro: number
  error: string | undefined
  /** The node itself is running, in contrast to its external calls. */
  open: boolean
  calls: number
  /** The output came from the cache and cost nothing in this run. */
  reused: boolean
  /** A past run is displayed: the clock does not advance. */
  still: boolean
}
export type NodeRuns = ReadonlyMap<string, NodeRun>

const idle: NodeRun = {
  state: 'waiting',
  since: 0,
  busyMs: 0,
  tokens: 0,
  costMicro: 0,
  error: undefined,
  open: false,
  calls: 0,
  reused: false,
  still: false,
}

/**
 * Applies `events` and returns the same map when no node changed. `needed` lists the nodes the answer depends on;
 * called when a run begins.
 */
export function followRuns(
  runs: NodeRuns,
  events: readonly RunEvent[],
  needed: () => Iterable<string>,
): NodeRuns {
  // Copies the map once per batch, not once per event: graphs may have a thousand nodes.
  let copy: Map<string, NodeRun> | undefined
  const edit: Edit = (before) => {
    if (copy === undefined || copy !== before) {
      copy = new Map(before)
    }
    return copy
  }
  return events.reduce((before, event) => follow(before, event, needed, edit), runs)
}

type Edit = (runs: NodeRuns) => Map<string, NodeRun>

function follow(runs: NodeRuns, event: RunEvent, needed: () => Iterable<string>, edit: Edit): NodeRuns {
  const change = (id: string, next: (run: NodeRun) => NodeRun) =>
    edit(runs).set(id, next(runs.get(id) ?? idle))
  switch (event.type) {
    case 'run_started':
      return new Map([...needed()].map((id) => [id, idle]))
    case 'node_started':
      return change(stepKeyOf(event), (run) => startNode({ ...run, open: true }, event.at))
    case 'model_called':
    case 'tool_called':
    case 'handle_called':
      return change(stepKeyOf(event), (run) => startNode({ ...run, calls: run.calls + 1 }, event.at))
    case 'model_reused':
      return change(stepKeyOf(event), (run) =>
        settle({ ...startNode(run, event.at), reused: true }, event.at),
      )
    case 'tool_finished':
    case 'handle_finished':
      return change(stepKeyOf(event), (run) => settle(comeBack(run), event.at))
    case 'model_finished':
      return change(stepKeyOf(event), (run) =>
        settle(spend(run, event.reply.usage, event.costMicro), event.at),
      )
    case 'model_stopped':
      return change(stepKeyOf(event), (run) => settle(spend(run, event.usage, event.costMicro), event.at))
    case 'node_finished':
      return change(stepKeyOf(event), (run) => settle({ ...run, open: false }, event.at))
    case 'node_failed':
      return change(stepKeyOf(event), (run) => fail(run, event.message, event.at))
    case 'node_waiting':
      return change(event.key, (run) => rest(run, 'parked', event.at))
    case 'wait_answered':
      return change(stepOfWait(event.waitId), (run) => startNode({ ...run, open: true }, event.at))
    case 'run_failed':
      return endRun(
        event.nodeId
          ? change(lastStepOf(runs, event.nodeId), (run) => failLate(run, event.message, event.at))
          : runs,
        'stopped',
        event.at,
      )
    case 'run_finished':
      return endRun(runs, 'done', event.at)
    case 'run_stopped':
      return endRun(runs, 'stopped', event.at)
    default:
      return runs
  }
}

/** The run's end names the node only. */
function lastStepOf(runs: NodeRuns, nodeId: string): string {
  return [...runs.keys()].findLast((key) => readStepKey(key).nodeId === nodeId) ?? nodeId
}

/** The id of a wait begins with the key of its step. */
function stepOfWait(waitId: string): string {
  return waitId.replace(/:wait:\d+$/, '')
}

function startNode(run: NodeRun, at: number): NodeRun {
  return run.state === 'running' ? run : { ...run, state: 'running', since: at }
}

function spend(run: NodeRun, usage: Usage, costMicro: number): NodeRun {
  return {
    ...comeBack(run),
    tokens: run.tokens + countTokens(usage),
    costMicro: run.costMicro + costMicro,
  }
}

function comeBack(run: NodeRun): NodeRun {
  return { ...run, calls: Math.max(0, run.calls - 1) }
}

/** The state at time `at` of a run. Nodes running at that time appear running, with a stopped clock. */
function runsAt(events: readonly RunEvent[], at: number, needed: Iterable<string>): NodeRuns {
  const runs = followRuns(
    new Map(),
    events.filter((event) => event.at <= at),
    () => needed,
  )
  return new Map([...runs].map(([id, run]) => [id, run.state === 'running' ? freeze(run, at) : run]))
}

function freeze(run: NodeRun, at: number): NodeRun {
  return { ...run, busyMs: run.busyMs + Math.max(0, at - run.since), since: at, still: true }
}

/** Keeps the object of every node that has not changed, so that only changed nodes rerender. */
function reuseRuns(before: NodeRuns, after: NodeRuns): NodeRuns {
  return new Map(
    [...after].map(([id, run]) => {
      const known = before.get(id)
      return [id, known && isSame(known, run) ? known : run]
    }),
  )
}

function isSame(one: NodeRun, other: NodeRun) {
  return (Object.keys(one) as (keyof NodeRun)[]).every((name) => one[name] === other[name])
}

function settle(run: NodeRun, at: number): NodeRun {
  return run.open || run.calls > 0 || run.state === 'failed' ? run : rest(run, 'done', at)
}

function rest(run: NodeRun, state: NodeRun['state'], at: number): NodeRun {
  const worked = run.state === 'running' ? at - run.since : 0
  return { ...run, state, open: false, calls: 0, busyMs: run.busyMs + Math.max(0, worked) }
}

function fail(run: NodeRun, message: string, at: number): NodeRun {
  const [error = message] = message.split('\n')
  return { ...rest(run, 'failed', at), error }
}

function failLate(run: NodeRun, message: string, at: number): NodeRun {
  return run.state === 'failed' ? run : fail(run, message, at)
}

/** Nodes still waiting were never needed; running nodes ended with the run. */
function endRun(runs: NodeRuns, state: 'done' | 'stopped', at: number): NodeRuns {
  return new Map(
    [...runs]
      .filter(([, run]) => run.state !== 'waiting')

      .map(([id, run]) => [
        id,
        run.state === 'running' || run.state === 'parked' ? rest(run, state, at) : run,
      ]),
  )
}

/** A command of a node's menu, carried out by the chat once per id. */
type RunOrder = ChatOrder
