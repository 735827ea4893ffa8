import type { Kind } from '#shared/kinds.ts'
import { countTokens } from '#shared/run-values.ts'
import type { ModelCall, Search, Step, ToolUse, Turn } from './turn.ts'

/** What a tool was given and gave back, for who opens its line. */
export type ToolDetail = { args: unknown; text: string | undefined; isError: boolean }

/** One line of the thread above an answer. */
export type ThreadStep = {
  key: string
  nodeId: string
  label: string
  kind: Kind
  state: Step['state']
  /** Undefined while it goes on, and where nobody measured it. */
  durationMs: number | undefined
  tokens: number
  models: string[]
  /** Documents a search has found. */
  found: number | undefined
  isReused: boolean
  tool: ToolDetail | undefined
}

/** What took less was only being put together, and would hide what matters. */
const worthTellingMs = 100

type Line = { beganAt: number; step: ThreadStep }

/**
 * The steps worth a line: those that called a model or a tool, searched, took their time, go on or failed. The node that
 * answers is told by the answer itself, unless it alone failed.
 */
export function threadOf(turn: Turn, kindOfNode: (nodeId: string) => Kind): ThreadStep[] {
  const kinded = turn.steps.map((step) => ({ ...step, kind: kindOfNode(step.nodeId) }))
  const answering = turn.answeringNodeId ?? kinded.findLast(({ kind }) => kind === 'agent')?.nodeId
  const nodes = kinded.map((step) => lineOfNode(step, turn))
  const tools = turn.tools.map((tool) => lineOfTool(tool, kindOfNode(tool.nodeId)))
  return (
    [...nodes, ...tools]
      // A model is built long before it is asked: its place is where it began to work.
      .sort((a, b) => a.beganAt - b.beganAt)
      .map(({ step }) => step)
      .filter((step, _, all) => isWorthTelling(step, step.nodeId === answering, all))
  )
}

/** The tools of an answer that is read from the server, where times are no longer known. */
export function threadOfStored(usedTools: readonly unknown[]): ThreadStep[] {
  return usedTools.flatMap((used, index) => {
    if (typeof used !== 'object' || used === null || !('tool' in used)) {
      return []
    }
    const { tool, toolInput, toolOutput, error } = used as Record<string, unknown>
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
  const calls = turn.calls.filter(({ nodeId }) => nodeId === step.nodeId)
  const searches = turn.searches.filter(({ nodeId }) => nodeId === step.nodeId)
  const requested: Span[] = [...calls, ...searches]
  const spans = requested.length > 0 ? requested : [step]
  const isOpen = spans.some(({ endedAt }) => endedAt === undefined)
  const { nodeId, label, kind } = step
  return {
    beganAt: requested[0]?.startedAt ?? step.startedAt,
    step: {
      ...{ key: nodeId, nodeId, label, kind, tool: undefined },
      state: stateOf(step, calls, isOpen),
      durationMs: isOpen ? undefined : spans.reduce((sum, span) => sum + durationOf(span), 0),
      tokens: calls.reduce((sum, { usage }) => sum + countTokens(usage), 0),
      models: [...new Set(calls.map(({ model }) => model))],
      found: searches.findLast(({ found }) => found !== undefined)?.found,
      isReused: calls.length > 0 && calls.every((call) => call.isReused),
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
  return isOpen ? 'running' : state
}

function durationOf({ startedAt, endedAt }: Span) {
  return endedAt === undefined ? 0 : endedAt - startedAt
}

function isWorthTelling(step: ThreadStep, isAnswering: boolean, all: ThreadStep[]) {
  const { state, durationMs = 0, models, kind, tool, found } = step
  if (isAnswering) {
    // It fails with whatever failed before it.
    return state === 'failed' && all.every((other) => other === step || other.state !== 'failed')
  }
  if (tool || models.length > 0 || found !== undefined) {
    return true
  }
  return state === 'failed' || durationMs >= worthTellingMs || (state === 'running' && kind !== 'agent')
}
