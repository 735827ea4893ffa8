import type { Kind } from '#shared/kinds.ts'
import { countTokens } from '#shared/runs.ts'
import type { ModelCall, Step, Turn } from './run-turn.ts'

/** One line of the thread above an answer. */
export type ThreadStep = {
  nodeId: string
  label: string
  kind: Kind
  state: Step['state']
  /** Undefined while it goes on. */
  durationMs: number | undefined
  tokens: number
  models: string[]
}

/** What took less was only being put together, and would hide what matters. */
const worthTellingMs = 100

/**
 * The steps worth a line: those that called a model, took their time, go on or failed. The node that answers is told by
 * the answer itself, unless it alone failed.
 */
export function threadOf(turn: Turn, kindOfNode: (nodeId: string) => Kind): ThreadStep[] {
  const kinded = turn.steps.map((step) => ({ ...step, kind: kindOfNode(step.nodeId) }))
  const answering = turn.answeringNodeId ?? kinded.findLast(({ kind }) => kind === 'agent')?.nodeId
  return (
    kinded
      .map((step) => ({ step, calls: callsOf(turn, step) }))
      // A model is built long before it is asked: its place is where it began to work.
      .sort((a, b) => beganAt(a) - beganAt(b))
      .map(({ step, calls }) => describe(step, calls))
      .filter((step, _, all) => isWorthTelling(step, step.nodeId === answering, all))
  )
}

function callsOf({ calls }: Turn, { nodeId }: Step) {
  return calls.filter((call) => call.nodeId === nodeId)
}

function beganAt({ step, calls }: { step: Step; calls: ModelCall[] }) {
  return calls[0]?.startedAt ?? step.startedAt
}

function describe(step: Step & { kind: Kind }, calls: ModelCall[]): ThreadStep {
  const { nodeId, label, kind } = step
  const spans = calls.length > 0 ? calls : [step]
  const isOpen = spans.some(({ endedAt }) => endedAt === undefined)
  return {
    nodeId,
    label,
    kind,
    state: stateOf(step, calls, isOpen),
    durationMs: isOpen ? undefined : spans.reduce((sum, span) => sum + durationOf(span), 0),
    tokens: calls.reduce((sum, { usage }) => sum + countTokens(usage), 0),
    models: [...new Set(calls.map(({ model }) => model))],
  }
}

function stateOf({ state }: Step, calls: ModelCall[], isOpen: boolean): Step['state'] {
  if (state === 'failed' || calls.at(-1)?.isFailed) {
    return 'failed'
  }
  return isOpen ? 'running' : state
}

function durationOf({ startedAt, endedAt }: { startedAt: number; endedAt: number | undefined }) {
  return endedAt === undefined ? 0 : endedAt - startedAt
}

function isWorthTelling(step: ThreadStep, isAnswering: boolean, all: ThreadStep[]) {
  const { state, durationMs = 0, models, kind } = step
  if (isAnswering) {
    // It fails with whatever failed before it.
    return state === 'failed' && all.every((other) => other === step || other.state !== 'failed')
  }
  const isLong = durationMs >= worthTellingMs
  return state === 'failed' || models.length > 0 || isLong || (state === 'running' && kind !== 'agent')
}
