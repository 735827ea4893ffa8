import type { RunEvent, RuntimeMessage, StepWait, WaitAnswer } from '#shared/runs.ts'
import type { Json } from '../inputs.ts'
import type { Report } from '../run-log.ts'
import type { Answered } from '../step-waiting.ts'
import { nodeOf, type Program } from './program.ts'
import { sizeOf } from './size-limits.ts'

type State = Readonly<Record<string, Json>>

/** A queued step. */
export type Entry = {
  nodeId: string
  key: string
  /** Nodes whose results led here. */
  from: readonly string[]
  /** Path of the frame: `''`, or the key of an iteration's step and the index of an item. */
  frame: string
  round: number
}

/** The queue of a run, or of one item of an iteration, with what its steps have left behind. */
export type Frame = {
  path: string
  queue: Entry[]
  arrived: Map<string, Set<string>>
  visits: Map<string, number>
  /** The last output of each node. */
  values: Map<string, Json>
  state: State
  messages: RuntimeMessage[]
  /** Keys of the state that steps of this frame have changed. */
  patch: Record<string, Json>
  /** Output of the step that finished last: its content is the answer. */
  last: { nodeId: string; value: Json } | undefined
}

type Items = {
  items: readonly Json[]
  parallel: number
  done: Map<number, { value?: Json; error?: string }>
}

export type OpenStep = {
  entry: Entry
  /** ISO date at which the step started. */
  now: string
  /** Recorded calls, which are not made again when the step is run again. */
  calls: RecordedEvent[]
  wait?: StepWait | undefined
  answers: Answered[]
  items?: Items
}

/** Events as they are noted or as they are stored. */
type RecordedEvent = Report

type Finished = { entry: Entry; value: Json; patch: State; messages: readonly RuntimeMessage[] }

/** Where a run stands. Derived from its events alone; never stored. */
export type RunState = {
  frames: Map<string, Frame>
  open: Map<string, OpenStep>
  /** Keys of the waiting steps, by wait id. */
  waits: Map<string, string>
  /** Started steps of the whole run, which its limit counts. */
  steps: number
  /** Approximate size of its events, in characters of JSON. */
  size: number
  /** Results of the current round, merged when its last step has finished. */
  round: Finished[]
}

export function createRunState(): RunState {
  return { frames: new Map(), open: new Map(), waits: new Map(), steps: 0, size: 0, round: [] }
}

/** The state after these events. Costs a constant amount per event. */
export function foldRun(program: Program, events: Iterable<RunEvent>): RunState {
  const state = createRunState()
  for (const event of events) {
    state.size += sizeOf(event)
    applyEvent(state, event, program)
  }
  return state
}

export function applyEvent(state: RunState, event: RecordedEvent, program: Program): void {
  switch (event.type) {
    case 'run_started': {
      const messages: RuntimeMessage[] =
        event.question === '' ? [] : [{ role: 'user', content: event.question }]
      const root = createFrame('', (event.state ?? {}) as State, messages)
      state.frames.set('', root)
      enqueue(root, program.entry, [], 1)
      break
    }
    case 'node_started':
      start(state, event.key, event.now)
      break
    case 'node_waiting':
      wait(state, event.key, event.wait)
      break
    case 'wait_answered':
      answer(state, event.waitId, event.answer)
      break
    case 'items_started':
      startItems(state, event, program)
      break
    case 'item_finished':
      finishItem(state, event, program)
      break
    case 'node_finished':
      finish(state, event, program)
      break
    case 'node_failed':
      state.open.delete(event.key ?? '')
      break
    default:
      record(state, event)
  }
}

export function frameOf({ frames }: RunState, path: string): Frame {
  const frame = frames.get(path)
  if (!frame) {
    throw new Error(`The run has no frame ${path}.`)
  }
  return frame
}

/** Frames around a frame, innermost first. Values of outer frames are visible inside. */
export function framesAround(state: RunState, path: string): Frame[] {
  const frames = [frameOf(state, path)]
  for (let inner = path; inner !== ''; ) {
    // `a#1/0/b#2/3` lies in the frame of its step `b#2`, which is `a#1/0`.
    inner = inner.split('/').slice(0, -2).join('/')
    frames.push(frameOf(state, inner))
  }
  return frames
}

function createFrame(path: string, initial: State, messages: RuntimeMessage[] = []): Frame {
  return {
    ...{ path, queue: [], arrived: new Map(), visits: new Map(), values: new Map() },
    ...{ state: initial, messages, patch: {}, last: undefined },
  }
}

function enqueue(frame: Frame, nodeId: string, from: readonly string[], round: number) {
  const visit = (frame.visits.get(nodeId) ?? 0) + 1
  frame.visits.set(nodeId, visit)
  // Encoded, so that the separators of keys and call ids cannot occur in it.
  const key = `${frame.path === '' ? '' : `${frame.path}/`}${encodeURIComponent(nodeId)}#${visit}`
  frame.queue.push({ nodeId, key, from, frame: frame.path, round })
}

function start(state: RunState, key: string | undefined, now = '') {
  if (key === undefined) {
    return
  }
  const frame = frameOf(state, frameOfKey(key))
  const place = frame.queue.findIndex((entry) => entry.key === key)
  const [entry] = place < 0 ? [] : frame.queue.splice(place, 1)
  if (entry) {
    state.open.set(key, { entry, now, calls: [], answers: [] })
    state.steps += 1
  }
}

function frameOfKey(key: string) {
  const last = key.lastIndexOf('/')
  return last < 0 ? '' : key.slice(0, last)
}

function wait(state: RunState, key: string, waiting: StepWait) {
  const step = state.open.get(key)
  if (step) {
    step.wait = waiting
    state.waits.set(waiting.id, key)
  }
}

function answer(state: RunState, waitId: string, given: WaitAnswer) {
  const step = state.open.get(state.waits.get(waitId) ?? '')
  state.waits.delete(waitId)
  if (step?.wait) {
    step.answers.push({ wait: step.wait, answer: given })
    step.wait = undefined
  }
}

function record(state: RunState, event: RecordedEvent) {
  if ('callId' in event) {
    // A call id begins with the key of its step and a colon.
    const [key = ''] = event.callId.split(':', 1)
    state.open.get(key)?.calls.push(event)
  }
}

type ItemsStarted = Extract<RecordedEvent, { type: 'items_started' }>
type ItemFinished = Extract<RecordedEvent, { type: 'item_finished' }>
type NodeFinished = Extract<RecordedEvent, { type: 'node_finished' }>

function startItems(state: RunState, { key, nodeId, items, parallel }: ItemsStarted, program: Program) {
  const step = state.open.get(key)
  if (!step) {
    return
  }
  step.items = { items, parallel, done: new Map() }
  const outer = frameOf(state, step.entry.frame)
  const first = parallel > 1 ? items.length : Math.min(1, items.length)
  for (let index = 0; index < first; index += 1) {
    openItem(state, { key, nodeId, index }, outer, program)
  }
}

function openItem(
  state: RunState,
  { key, nodeId, index }: { key: string; nodeId: string; index: number },
  outer: Frame,
  program: Program,
) {
  const frame = createFrame(`${key}/${index}`, outer.state)
  state.frames.set(frame.path, frame)
  const entry = program.boxEntries.get(nodeId)
  if (entry !== undefined) {
    enqueue(frame, entry, [], 1)
  }
}

/** One item after another: the next one begins with the state this one has left. */
function finishItem(state: RunState, event: ItemFinished, program: Program) {
  const { key, nodeId, index, value, error } = event
  const step = state.open.get(key)
  const items = step?.items
  if (!(step && items)) {
    return
  }
  items.done.set(index, {
    ...(value !== undefined && { value: value as Json }),
    ...(error !== undefined && { error }),
  })
  dropWithin(state, `${key}/${index}`)
  if (items.parallel === 1) {
    const outer = frameOf(state, step.entry.frame)
    mergeItem(state, outer, `${key}/${index}`)
    if (index + 1 < items.items.length) {
      openItem(state, { key, nodeId, index: index + 1 }, outer, program)
    }
  }
}

/** Steps of a failed item may be open; the item's error stands for them. */
function dropWithin(state: RunState, path: string) {
  for (const key of state.open.keys()) {
    if (key.startsWith(`${path}/`)) {
      state.open.delete(key)
    }
  }
}

function mergeItem(state: RunState, outer: Frame, path: string) {
  const inner = state.frames.get(path)
  if (inner) {
    outer.state = { ...outer.state, ...inner.patch }
    Object.assign(outer.patch, inner.patch)
    outer.messages.push(...inner.messages)
    state.frames.delete(path)
  }
}

function finish(state: RunState, event: NodeFinished, program: Program) {
  const step = state.open.get(event.key ?? '')
  if (!step) {
    return
  }
  const { entry, items } = step
  const frame = frameOf(state, entry.frame)
  for (let index = 0; index < (items?.items.length ?? 0); index += 1) {
    mergeItem(state, frame, `${entry.key}/${index}`)
  }
  state.open.delete(entry.key)
  const value = (event.value ?? null) as Json
  frame.values.set(entry.nodeId, value)
  const patch = (event.patch ?? {}) as State
  const done = { entry, value, patch, messages: event.messages ?? [] }
  if (program.mode === 'rounds') {
    state.round.push(done)
  } else {
    merge(frame, done, program)
  }
  follow(frame, entry, event, program)
  mergeRound(state, frame, entry.round, program)
}

function merge(frame: Frame, { entry, value, patch, messages }: Finished, { appended }: Program) {
  frame.last = { nodeId: entry.nodeId, value }
  const changed: Record<string, Json> = {}
  for (const [name, value] of Object.entries(patch)) {
    const before = frame.state[name]
    changed[name] = appended.has(name) ? [...(Array.isArray(before) ? before : []), ...[value].flat()] : value
  }
  frame.state = { ...frame.state, ...changed }
  Object.assign(frame.patch, changed)
  frame.messages.push(...messages)
}

function mergeRound(state: RunState, frame: Frame, round: number, program: Program) {
  const isOver =
    program.mode === 'rounds' &&
    state.round.length > 0 &&
    ![...state.open.values()].some(({ entry }) => entry.round === round) &&
    !frame.queue.some((entry) => entry.round === round)
  if (isOver) {
    const orderOf = ({ entry }: Finished) => nodeOf(program, entry.nodeId).order
    for (const done of state.round.toSorted((a, b) => orderOf(a) - orderOf(b))) {
      merge(frame, done, program)
    }
    state.round = []
  }
}

/** Applies the recorded decision: which nodes the step has reached, and which of them it has queued. */
function follow(frame: Frame, entry: Entry, event: NodeFinished, program: Program) {
  const { branches = [], next = [], jump } = event
  if (jump) {
    for (const id of reachable(next, program)) {
      frame.arrived.delete(id)
    }
  }
  const arrivals = arrivalsOf(frame, entry.nodeId, branches, program)
  for (const [target, sources] of arrivals) {
    frame.arrived.set(target, sources)
  }
  const round = entry.round + 1
  for (const target of next) {
    const known = frame.queue.find(({ nodeId, round: queued }) => nodeId === target && queued === round)
    if (program.mode === 'rounds' && known) {
      known.from = [...known.from, entry.nodeId]
    } else {
      enqueue(frame, target, [...(frame.arrived.get(target) ?? [entry.nodeId])], round)
    }
    frame.arrived.delete(target)
  }
}

function reachable(ids: readonly string[], program: Program): Set<string> {
  const reached = new Set(ids)
  for (const id of reached) {
    for (const { target } of program.nodes.get(id)?.edges ?? []) {
      reached.add(target)
    }
  }
  return reached
}

/** Nodes reached by the step, each with all nodes that have reached it since it was last queued. */
export function arrivalsOf(
  frame: Frame,
  nodeId: string,
  branches: readonly string[],
  program: Program,
): Map<string, Set<string>> {
  const arrivals = new Map<string, Set<string>>()
  for (const { output, target } of nodeOf(program, nodeId).edges) {
    if (branches.includes(output)) {
      arrivals.set(target, new Set([...(frame.arrived.get(target) ?? []), nodeId]))
    }
  }
  return arrivals
}
