import { isRecord } from '#shared/json.ts'
import type { Kind } from '#shared/kinds.ts'
import { countTokens } from '#shared/run-values.ts'
import { readStepKey, stepKeyOf } from '#shared/step-keys.ts'
import type { ModelCall, Search, Step, ToolUse, Turn } from './turn.ts'

export type ToolDetail = { args: unknown; text: string | undefined; isError: boolean }

export type ThreadStep = {
  key: string
  nodeId: string
  label: string
  kind: Kind
  state: Step['state']
  /** Undefined while the step runs, or when its duration was not measured. */
  durationMs: number | undefined
  tokens: number
  models: string[]
  found: number | undefined
  isReused: boolean
  tool: ToolDetail | undefined
  /** The visit of the node, from the second one on. */
  visit?: number | undefined
  items?: Step['items']
  /** Inside an iteration. */
  isInner?: boolean | undefined
}

/** Shorter steps only assemble data and would hide the relevant ones. */
const MIN_LISTED_MS = 100

type Line = { beganAt: number; step: ThreadStep }

/**
 * Steps worth a line: those that called a model or tool, searched, took noticeable time, are running or failed.
 * The answering node has no line unless it alone failed, because the answer itself shows it.
 */
export function threadOf(turn: Turn, kindOfNode: (nodeId: string) => Kind): ThreadStep[] {
  const kinded = turn.steps.map((step) => ({ ...step, kind: kindOfNode(step.nodeId) }))
  const answeringNode = turn.answeringNodeId ?? kinded.findLast(({ kind }) => kind === 'agent')?.nodeId
  const answering = kinded.findLast(({ nodeId }) => nodeId === answeringNode)?.key
  const nodes = kinded.map((step) => lineOfNode(step, turn))
  const tools = turn.tools.map((tool) => lineOfTool(tool, kindOfNode(tool.nodeId)))
  return (
    [...nodes, ...tools]
      // Sorted by the first call: a model node is built long before its first call.
      .sort((a, b) => a.beganAt - b.beganAt)
      .map(({ step }) => step)
      .filter((step, _, all) => isWorthListing(step, step.key === answering, all))
  )
}

/** The tools of a stored answer, for which no times are known. */
export function threadOfStored(usedTools: readonly unknown[]): ThreadStep[] {
  return usedTools.flatMap((used, index) => {
    if (!(isRecord(used) && 'tool' in used)) {
      return []
    }
    const { tool, toolInput, toolOutput, error } = used
    const text = typeof toolOutput === 'string' ? toolOutput : JSON.stringify(toolOutput)
    const isError = Boolean(error)
    return [
      {
        ...{ key: `stored ${index}`, nodeId: '', label: String(tool), kind: 'tool' as const },
        ...{
          state: isError ? ('failed' as const) : ('done' as const),
          durationMs: undefined,
          tokens: 0,
          models: [],
        },
        ...{ found: undefined, isReused: false, tool: { args: toolInput, text, isError } },
      },
    ]
  })
}

type Span = Pick<ModelCall | Search | Step, 'startedAt' | 'endedAt'>

function lineOfNode(step: Step & { kind: Kind }, turn: Turn): Line {
  const calls = turn.calls.filter((call) => stepKeyOf(call) === step.key)
  const searches = turn.searches.filter((search) => stepKeyOf(search) === step.key)
  const requested: Span[] = [...calls, ...searches]
  const isStep = step.key !== step.nodeId
  const spans = requested.length > 0 && !isStep ? requested : [step]
  const isOpen = spans.some(({ endedAt }) => endedAt === undefined)
  const { key, nodeId, label, kind, items } = step
  const { visit, frame } = readStepKey(key)
  return {
    beganAt: isStep ? step.startedAt : (requested[0]?.startedAt ?? step.startedAt),
    step: {
      ...{ key, nodeId, label, kind, tool: undefined },
      state: stateOf(step, calls, isOpen),
      durationMs: isOpen ? undefined : spans.reduce((sum, span) => sum + durationOf(span), 0),
      tokens: calls.reduce((sum, { usage }) => sum + countTokens(usage), 0),
      models: [...new Set(calls.map(({ model }) => model))],
      found: searches.findLast(({ found }) => found !== undefined)?.found,
      isReused: calls.length > 0 && calls.every((call) => call.isReused),
      ...(isStep && { visit: visit > 1 ? visit : undefined, items, isInner: frame !== '' }),
    },
  }
}

function lineOfTool({ callId, nodeId, tool, startedAt, endedAt, ...use }: ToolUse, kind: Kind): Line {
  const { isError, isReused } = use
  const state = endedAt === undefined ? 'running' : isError ? 'failed' : 'done'
  return {
    beganAt: startedAt,
    step: {
      ...{ key: callId, nodeId, label: tool, kind: kind === 'any' ? 'tool' : kind, state, isReused },
      ...{ durationMs: endedAt === undefined ? undefined : endedAt - startedAt, tokens: 0, models: [] },
      ...{ found: undefined, tool: { args: use.args, text: use.text, isError } },
    },
  }
}

function stateOf({ state }: Step, calls: ModelCall[], isOpen: boolean): Step['state'] {
  if (state === 'failed' || calls.at(-1)?.isFailed) {
    return 'failed'
  }
  if (state === 'waiting') {
    return state
  }
  return isOpen ? 'running' : state
}

function durationOf({ startedAt, endedAt }: Span) {
  return endedAt === undefined ? 0 : endedAt - startedAt
}

function isWorthListing(step: ThreadStep, isAnswering: boolean, all: ThreadStep[]) {
  const { state, durationMs = 0, models, kind, tool, found } = step
  if (isAnswering) {
    // Omits a node that failed only because an earlier one did.
    return state === 'failed' && all.every((other) => other === step || other.state !== 'failed')
  }
  if (tool || models.length > 0 || found !== undefined || step.items) {
    return true
  }
  return (
    state === 'waiting' ||
    state === 'failed' ||
    durationMs >= MIN_LISTED_MS ||
    (state === 'running' && kind !== 'agent')
  )
}
