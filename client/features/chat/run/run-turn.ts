import { addUsage, type EventOf, noUsage, type RunEvent, type Usage } from '#shared/runs.ts'
import { bareQuestion } from '../uploads/bare-question.ts'

/** What one node did for the answer. Times are milliseconds since the run began. */
export type Step = {
  nodeId: string
  label: string
  state: 'running' | 'done' | 'failed'
  startedAt: number
  endedAt: number | undefined
}

export type ModelCall = {
  callId: string
  nodeId: string
  provider: string
  model: string
  paidBy: 'platform' | 'owner'
  startedAt: number
  endedAt: number | undefined
  /** Refused, or broken off by the provider. */
  isFailed: boolean
  isReused?: boolean
  usage: Usage
  costMicro: number
}

/** A tool the flow has called. */
export type ToolUse = {
  callId: string
  nodeId: string
  tool: string
  args: unknown
  /** What it gave, or why it gave nothing; undefined while it is at work. */
  text: string | undefined
  isError: boolean
  isReused: boolean
  startedAt: number
  endedAt: number | undefined
}

/** A search in documents, with how many were found. */
export type Search = {
  callId: string
  nodeId: string
  found: number | undefined
  startedAt: number
  endedAt: number | undefined
}

export type Ending =
  | { type: 'finished' }
  | { type: 'stopped' }
  | {
      type: 'failed'
      code: string
      message: string
      nodeId: string | undefined
      label: string | undefined
    }

type Thinking = { text: string; startedAt: number; endedAt: number | undefined }

/** A question and everything known so far about its answer. */
export type Turn = {
  question: string
  text: string
  thinking: Thinking | undefined
  steps: Step[]
  calls: ModelCall[]
  tools: ToolUse[]
  searches: Search[]
  /** Documents the answer rests on, as they came. */
  sources: unknown[]
  /** Questions to go on with, as JSON text. */
  followUpPrompts: string | undefined
  /** It went no further than this node. */
  until: string | undefined
  /** The node whose words the text is made of. */
  answeringNodeId: string | undefined
  usage: Usage
  costMicro: number
  durationMs: number
  ending: Ending | undefined
}

export function beginTurn(question: string): Turn {
  return {
    question,
    text: '',
    thinking: undefined,
    steps: [],
    calls: [],
    tools: [],
    searches: [],
    sources: [],
    followUpPrompts: undefined,
    until: undefined,
    answeringNodeId: undefined,
    usage: noUsage,
    costMicro: 0,
    durationMs: 0,
    ending: undefined,
  }
}

/** The turn after one more event. Events that say again what is known change nothing. */
export function foldEvent(before: Turn, event: RunEvent): Turn {
  const turn = { ...before, durationMs: Math.max(before.durationMs, event.at) }
  switch (event.type) {
    case 'run_started':
      return { ...beginTurn(bareQuestion(event.question)), until: event.until }
    case 'node_started':
      return startStep(turn, event)
    case 'node_finished':
      return endStep(turn, event, 'done')
    case 'node_failed':
      return endStep(turn, event, 'failed')
    case 'model_called':
      return openCall(turn, event)
    case 'model_finished':
      return closeCall(turn, event, event.reply.usage)
    case 'model_stopped':
      return closeCall(turn, event, event.usage)
    case 'model_reused':
      return reuseCall(turn, event)
    case 'tool_called':
      return openTool(turn, event)
    case 'tool_finished':
      return closeTool(turn, event)
    case 'handle_called':
      return openSearch(turn, event)
    case 'handle_finished':
      return closeSearch(turn, event)
    case 'thinking':
      return think(turn, event)
    case 'token':
      return write(turn, event)
    case 'run_finished':
      return finish(turn, event)
    case 'run_stopped':
      return { ...end(turn, event, { type: 'stopped' }), text: event.text }
    case 'run_failed':
      return end(turn, event, failure(event))
  }
}

function finish(turn: Turn, event: EventOf<'run_finished'>): Turn {
  const { sourceDocuments: sources = turn.sources, followUpPrompts } = event.extras ?? {}
  return { ...end(turn, event, { type: 'finished' }), text: event.text, sources, followUpPrompts }
}

/** A node that starts anew, because the server went on after a restart, takes back what it had written. */
function startStep(turn: Turn, { nodeId, label, at }: EventOf<'node_started'>): Turn {
  const step: Step = { nodeId, label, state: 'running', startedAt: at, endedAt: undefined }
  const known = turn.steps.some((other) => other.nodeId === nodeId)
  return {
    ...turn,
    text: turn.answeringNodeId === nodeId ? '' : turn.text,
    steps: known
      ? turn.steps.map((other) => (other.nodeId === nodeId ? step : other))
      : [...turn.steps, step],
  }
}

function endStep(turn: Turn, { nodeId, at }: { nodeId: string; at: number }, state: 'done' | 'failed'): Turn {
  const steps = turn.steps.map((step) => (step.nodeId === nodeId ? { ...step, state, endedAt: at } : step))
  return { ...turn, steps }
}

function openCall(turn: Turn, event: EventOf<'model_called'>): Turn {
  const { callId, nodeId, provider, model, paidBy, at } = event
  const others = turn.calls.filter((call) => call.callId !== callId)
  const call = { callId, nodeId, provider, model, paidBy, startedAt: at, endedAt: undefined }
  return withTotals({
    ...turn,
    calls: [...others, { ...call, isFailed: false, usage: noUsage, costMicro: 0 }],
  })
}

/** Paid before: no usage, no cost. */
function reuseCall(turn: Turn, event: EventOf<'model_reused'>): Turn {
  const { callId, nodeId, provider, model, at } = event
  const times = { startedAt: at, endedAt: at }
  const nothing = { isFailed: false, usage: noUsage, costMicro: 0 }
  const call = {
    callId,
    nodeId,
    provider,
    model,
    paidBy: 'platform' as const,
    ...times,
    ...nothing,
    isReused: true,
  }
  return { ...turn, calls: [...turn.calls, call] }
}

function openTool(
  turn: Turn,
  { callId, nodeId, tool, args, isReused = false, at }: EventOf<'tool_called'>,
): Turn {
  const begun = { callId, nodeId, tool, args, isReused, isError: false, text: undefined }
  const others = turn.tools.filter((each) => each.callId !== callId)
  return { ...turn, tools: [...others, { ...begun, startedAt: at, endedAt: undefined }] }
}

function closeTool(turn: Turn, event: EventOf<'tool_finished'>): Turn {
  const { callId, text, isError, sourceDocuments = [], at } = event
  const tools = turn.tools.map((each) =>
    each.callId === callId ? { ...each, text, isError, endedAt: at } : each,
  )
  return { ...turn, tools, sources: [...turn.sources, ...sourceDocuments] }
}

function openSearch(turn: Turn, { callId, nodeId, use, at }: EventOf<'handle_called'>): Turn {
  if (use !== 'retrieve') {
    return turn
  }
  const search = { callId, nodeId, found: undefined, startedAt: at, endedAt: undefined }
  return { ...turn, searches: [...turn.searches, search] }
}

function closeSearch(turn: Turn, { callId, output, at }: EventOf<'handle_finished'>): Turn {
  const found = Array.isArray(output) ? output.length : undefined
  const searches = turn.searches.map((each) =>
    each.callId === callId ? { ...each, found, endedAt: at } : each,
  )
  return { ...turn, searches }
}

function closeCall(turn: Turn, event: EventOf<'model_finished' | 'model_stopped'>, usage: Usage): Turn {
  const { callId, at, costMicro } = event
  const isFailed = event.type === 'model_stopped' && event.reason !== 'aborted'
  const calls = turn.calls.map((call) =>
    call.callId === callId ? { ...call, endedAt: at, isFailed, usage, costMicro } : call,
  )
  return withTotals({ ...turn, calls, thinking: endThinking(turn, at) })
}

function think(turn: Turn, { text, at }: EventOf<'thinking'>): Turn {
  const { thinking } = turn
  return {
    ...turn,
    thinking: {
      text: (thinking?.text ?? '') + text,
      startedAt: thinking?.startedAt ?? at,
      endedAt: undefined,
    },
  }
}

function write(turn: Turn, { nodeId, text, at }: EventOf<'token'>): Turn {
  return {
    ...turn,
    answeringNodeId: nodeId,
    text: turn.text + text,
    thinking: endThinking(turn, at),
  }
}

type EndingEvent = EventOf<'run_finished' | 'run_failed' | 'run_stopped'>

/** The ending's totals are what was paid; steps and calls left open have ended with it. */
function end(turn: Turn, { usage, costMicro, at }: EndingEvent, ending: Ending): Turn {
  const failedNodeId = ending.type === 'failed' ? ending.nodeId : undefined
  const steps = turn.steps.map((step) => endWithRun(step, failedNodeId, at))
  const calls = turn.calls.map((call) => ({ ...call, endedAt: call.endedAt ?? at }))
  const tools = turn.tools.map((each) => ({ ...each, endedAt: each.endedAt ?? at }))
  const searches = turn.searches.map((each) => ({ ...each, endedAt: each.endedAt ?? at }))
  const closed = { steps, calls, tools, searches, thinking: endThinking(turn, at) }
  return { ...turn, usage, costMicro, durationMs: at, ending, ...closed }
}

function endWithRun(step: Step, failedNodeId: string | undefined, at: number): Step {
  if (step.state !== 'running') {
    return step
  }
  return { ...step, state: step.nodeId === failedNodeId ? 'failed' : 'done', endedAt: at }
}

function failure({ code, message, nodeId, label }: EventOf<'run_failed'>): Ending {
  return { type: 'failed', code, message, nodeId, label }
}

function endThinking({ thinking }: Turn, at: number): Thinking | undefined {
  return thinking && { ...thinking, endedAt: thinking.endedAt ?? at }
}

function withTotals(turn: Turn): Turn {
  const usage = turn.calls.map((call) => call.usage).reduce(addUsage, noUsage)
  return { ...turn, usage, costMicro: turn.calls.reduce((sum, { costMicro }) => sum + costMicro, 0) }
}
