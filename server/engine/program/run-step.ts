import { configCredential } from '#shared/component-config.ts'
import { AppError } from '#shared/errors.ts'
import { isRecord } from '#shared/json.ts'
import type { PinnedReply, RunInput } from '#shared/runs.ts'
import { buildHandles } from '../build-handles.ts'
import type { Turn } from '../call-context.ts'
import type { Catalogue } from '../check-flow.ts'
import type { AnyCall } from '../define-node.ts'
import type { Tool } from '../handles.ts'
import type { Json } from '../inputs.ts'
import { NodeFailure } from '../node-failure.ts'
import type { ChatMessage, Ports } from '../ports.ts'
import { inTime, readRetryPolicy } from '../retry-policy.ts'
import type { RunLog } from '../run-log.ts'
import { StepWaiting, type Waiting } from '../step-waiting.ts'
import { interpolateInputs } from './interpolate-inputs.ts'
import { decideNext } from './next-steps.ts'
import { openComponent } from './open-component.ts'
import { nodeOf, type Program, type ProgramNode } from './program.ts'
import { toPlainText } from './rich-text.ts'
import { type Entry, frameOf, framesAround, type OpenStep, type RunState } from './run-state.ts'
import { rejectManyWaits } from './size-limits.ts'
import type { Connected, StepResult, StepScope } from './step.ts'
import { interpolateStepValue, type StepValues, usesHistory } from './step-values.ts'

export type ProgramRun = {
  runId: string
  program: Program
  catalogue: Catalogue
  state: RunState
  /** Writes into the state as well; see `logInto`. */
  log: Pick<RunLog, 'note' | 'append'>
  ports: Ports
  signal: AbortSignal
  turn: Turn
  input: RunInput
  /** Replies pinned on the canvas, by node. */
  pins?: ReadonlyMap<string, readonly PinnedReply[]> | undefined
  /** Earlier messages of the session. */
  history(): Promise<readonly ChatMessage[]>
  stream: boolean
  now(): Date
  limits: { steps: number; stepMs: number }
}

/** What a step needs besides its node: where it stands, its log with its past, and its signal. */
export type StepRun = Omit<ProgramRun, 'log'> & {
  node: ProgramNode
  open: OpenStep
  log: RunLog
  waiting: Waiting
  values: StepValues
  /** Handles of the components connected to this node, and links to other steps; v1 only. */
  built: ReadonlyMap<string, unknown>
}

/**
 * Runs one step, or runs an interrupted one again. `items`: the nodes inside the iteration are to run. A step that
 * waits stays open. Throws NodeFailure.
 */
export async function runStep(run: ProgramRun, entry: Entry): Promise<'done' | 'items'> {
  const node = nodeOf(run.program, entry.nodeId)
  const open = openStep(run, node, entry)
  if (open.items) {
    return 'items'
  }
  const waiting: Waiting = { answers: open.answers, current: undefined }
  try {
    const result = await perform(run, node, open, waiting)
    if ('items' in result) {
      startItems(run, node, entry, result)
      return 'items'
    }
    if ('wait' in result) {
      noteWait(run, open, result.wait)
    } else {
      finishStep(run, entry, result)
    }
  } catch (error) {
    const found = error instanceof StepWaiting ? error : waiting.current
    if (found) {
      noteWait(run, open, found.wait)
    } else {
      fail(run, node, entry, error)
    }
  }
  return 'done'
}

function openStep({ state, log, now }: ProgramRun, { id, label }: ProgramNode, { key }: Entry): OpenStep {
  if (!state.open.has(key)) {
    log.note({ type: 'node_started', nodeId: id, label, key, now: now().toISOString() })
  }
  const open = state.open.get(key)
  if (!open) {
    throw new Error(`The step ${key} is not in the queue.`)
  }
  return open
}

type ItemsResult = Extract<StepResult, { items: unknown }>

function startItems({ log }: ProgramRun, { id: nodeId }: ProgramNode, { key }: Entry, result: ItemsResult) {
  const { items, parallel, input } = result
  log.note({
    ...{ type: 'items_started', nodeId, key, items: [...items], parallel },
    ...(input !== undefined && { stepInput: input }),
  })
}

function fail({ log, signal }: ProgramRun, node: ProgramNode, { key }: Entry, error: unknown): never {
  // A stop from outside is not an error of this node.
  if (signal.aborted && (error === signal.reason || !(error instanceof AppError))) {
    throw error
  }
  const failure = error instanceof NodeFailure ? error : new NodeFailure(node, error)
  const { nodeId, label, message } = failure
  log.note({ type: 'node_failed', nodeId, label, message, key })
  throw failure
}

/** Records the output of a step with everything that was decided by it. */
export function finishStep(
  { program, state, log }: Pick<ProgramRun, 'program' | 'state' | 'log'>,
  entry: Entry | undefined,
  result: Extract<StepResult, { value: unknown }>,
): void {
  if (!entry) {
    return
  }
  const { nodeId, key } = entry
  const { value, input, patch, messages, jump } = result
  const { jump: target } = nodeOf(program, nodeId)
  const decided =
    jump && target
      ? { branches: [], next: [target.target], jump: true as const }
      : decideNext(program, frameOf(state, entry.frame), nodeId, result.branches)
  log.note({
    ...{ type: 'node_finished', nodeId, key, value, ...decided },
    ...(input !== undefined && { stepInput: input }),
    ...(patch && Object.keys(patch).length > 0 && { patch: { ...patch } }),
    ...(messages && messages.length > 0 && { messages: [...messages] }),
  })
}

function noteWait({ log, state }: ProgramRun, { entry, answers }: OpenStep, wait: StepWaiting['wait']) {
  const { nodeId, key } = entry
  rejectManyWaits(state.waits.size, nodeId)
  log.note({ type: 'node_waiting', nodeId, key, wait: { ...wait, id: `${key}:wait:${answers.length + 1}` } })
}

async function perform(
  run: ProgramRun,
  node: ProgramNode,
  open: OpenStep,
  waiting: Waiting,
): Promise<StepResult> {
  const { timeoutMs } = readRetryPolicy(node.data)
  const work = async (signal: AbortSignal) => {
    const turn = await turnOf(run, node, open)
    const values = valuesOf(run, open, turn)
    const { note, append } = run.log
    const log: RunLog = { past: toPast(open), note, append }
    const built = await buildParts({ ...run, log, turn, signal }, node, {
      key: open.entry.key,
      waiting,
      runId: run.runId,
    })
    const stepRun: StepRun = { ...run, node, open, log, waiting, values, turn, signal, built }
    return consume(stepRun)
  }
  // Never longer than the hold of a call that is made at its end.
  const limit = Math.min(timeoutMs ?? run.limits.stepMs, run.limits.stepMs)
  return inTime({ label: node.label, timeoutMs: limit, signal: run.signal }, work)
}

type Context = Omit<ProgramRun, 'log'> & { log: RunLog }

/**
 * Built for every visit, so that their calls belong to it. Indexes and documents are cached behind the ports. References
 * to other steps become links.
 */
async function buildParts(
  { program, turn, ports, log, signal }: Context,
  { parts }: ProgramNode,
  step: { key: string; waiting: Waiting; runId: string },
): Promise<ReadonlyMap<string, unknown>> {
  if (program.kind === 'control') {
    return new Map()
  }
  const links = [...program.nodes.keys()].map((nodeId): [string, unknown] => [nodeId, { nodeId }])
  const built = parts ? await buildHandles(parts, { turn, ports, log, signal, step }) : []
  return new Map([...links, ...built])
}

/** A copy, because the calls of this attempt are added to the open step. Times of noted events do not matter. */
function toPast({ calls }: OpenStep): RunLog['past'] {
  return calls.map((event) => ({ at: 0, costMicro: 0, ...event }) as RunLog['past'][number])
}

async function consume(step: StepRun): Promise<StepResult> {
  const { node, log, signal } = step
  if (!node.node.step) {
    throw new AppError('INVALID_FLOW', `${node.label} cannot be a step of an agent flow.`)
  }
  const { opened, ...call } = await prepareStep(step)
  const pieces = node.node.step({ ...call, opened, step: scopeOf(step) })
  try {
    let piece = await pieces.next()
    while (!piece.done) {
      if (node.streams && step.stream && piece.value !== '') {
        log.note({ type: 'token', nodeId: node.id, text: piece.value })
      }
      signal.throwIfAborted()
      piece = await pieces.next()
    }
    return piece.value
  } finally {
    // Cancels the model call when the loop was left early; otherwise a no-op.
    await pieces.return({ value: {} })
  }
}

async function prepareStep(step: StepRun) {
  const { node, values } = step
  const { inputs, credential, kind, ports, isShared } = await openComponent(step, {
    slot: 'step',
    definition: node.node,
    // Files of the older kinds write references as chat flows do; they are replaced when the inputs are read.
    stored:
      step.program.kind === 'control'
        ? interpolateInputs(node.node, node.data.inputs, values)
        : node.data.inputs,
    credentialId: node.data.credential,
    built: step.built,
  })
  const { turn, signal } = step
  const maps = { shared: new Map(), flowVariables: new Map() }
  const call: AnyCall = { inputs, credential, ports, turn, signal, label: node.label, isShared, ...maps }
  return { ...call, opened: kind !== undefined && credential ? { kind, values: credential } : undefined }
}

async function turnOf(run: ProgramRun, node: ProgramNode, { entry }: OpenStep): Promise<Turn> {
  const { state } = frameOf(run.state, entry.frame)
  const turn = { ...run.turn, state }
  const parts = node.parts?.steps.map(({ data }) => data.inputs) ?? []
  if (![node.data.inputs, ...parts].some(usesHistory)) {
    return turn
  }
  const messages = [...(await run.history()), ...messagesIn(run, entry.frame)]
  return { ...turn, chatHistory: messages.map(({ role, content }) => `${role}: ${content}`).join('\n') }
}

function messagesIn({ state }: ProgramRun, path: string) {
  return framesAround(state, path)
    .toReversed()
    .flatMap(({ messages }) => messages)
}

function valuesOf(run: ProgramRun, { entry, now }: OpenStep, turn: Turn): StepValues {
  const { state, input: runInput } = run
  const frames = framesAround(state, entry.frame)
  const item = itemOf(state, entry.frame)
  return {
    ...{ turn, runInput, now },
    state: frameOf(state, entry.frame).state,
    outputOf: (nodeId) => frames.find(({ values }) => values.has(nodeId))?.values.get(nodeId),
    ...(item !== undefined && { item }),
    loopCount: Math.max(0, visitOf(entry) - 1),
    messageCount: frames.reduce((count, { messages }) => count + messages.length, 0),
  }
}

function itemOf({ open }: RunState, path: string): Json | undefined {
  const place = path.lastIndexOf('/')
  return place < 0 ? undefined : open.get(path.slice(0, place))?.items?.items[Number(path.slice(place + 1))]
}

function visitOf({ key }: Entry) {
  return Number(key.slice(key.lastIndexOf('#') + 1))
}

function scopeOf(step: StepRun): StepScope {
  const { node, open, values, input } = step
  const { key } = open.entry
  return {
    ...{ key, nodeId: node.id },
    visit: visitOf(open.entry),
    maxVisits: node.jump?.max,
    runInput: input,
    history: step.history,
    // Read by few steps, and as long as the run.
    get messages() {
      return messagesIn(step, open.entry.frame)
    },
    state: values.state,
    followers: node.edges.map(({ output, target }) => ({
      ...{ nodeId: target, output },
      inputs: nodeOf(step.program, target).data.inputs,
    })),
    offered: (node.offers ?? []).flatMap((id) => [step.built.get(id) ?? []].flat() as Tool[]),
    answers: open.answers,
    now: step.now,
    stored: (name) => node.data.inputs[name],
    interpolate: (value, output) =>
      interpolateStepValue(toPlainText(value), output === undefined ? values : { ...values, output }),
    open: (slot, name, config, connected) => openNested(step, { slot, name, config, connected }),
  }
}

type Nested = { slot: string; name: string; config: unknown; connected: Connected | undefined }

async function openNested(step: StepRun, { slot, name, config, connected }: Nested): Promise<unknown> {
  const definition = step.catalogue.get(name)
  if (!definition) {
    throw new AppError('INVALID_FLOW', `${step.node.label}: this server has no ${name}.`)
  }
  const stored = isRecord(config) ? config : {}
  const component = await openComponent(step, {
    ...{ slot, definition, connected, stored: interpolateInputs(definition, stored, step.values) },
    credentialId: configCredential(stored),
  })
  return component.build()
}

/** The text of an output. */
export function contentOf(value: Json | undefined): Json {
  return isRecord(value) && 'content' in value ? (value.content as Json) : (value ?? '')
}
