import type { EventOf, RunEvent } from '#shared/runs.ts'
import { stepKeyOf } from '#shared/step-keys.ts'
import { bareQuestion } from '../uploads/bare-question.ts'
import { closeCall, closeSearch, closeTool, openCall, openSearch, openTool, reuseCall } from './fold-calls.ts'
import { goOn, park, reportAnswer, waitFor } from './fold-waits.ts'
import { type Ending, endThinking, type Step, startTurn, type Turn } from './turn.ts'

/** Applies one event to a turn. Repeated events change nothing. */
export function foldEvent(before: Turn, event: RunEvent): Turn {
  const turn = { ...before, durationMs: Math.max(before.durationMs, event.at) }
  switch (event.type) {
    case 'run_started':
      return { ...startTurn(bareQuestion(event.question)), until: event.until }
    case 'node_started':
      return startStep(turn, event)
    case 'node_finished':
      return endStep(turn, event, 'done')
    case 'node_waiting':
      return waitFor(turn, event)
    case 'items_started':
      return countItems(turn, event, { total: event.items.length, done: 0 })
    case 'item_finished':
      return countItems(turn, event, undefined)
    case 'run_waiting':
      return park(turn, event)
    case 'wait_answered':
      return reportAnswer(turn, event)
    case 'run_claimed':
      return goOn(turn)
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
    default:
      return turn
  }
}

function finish(turn: Turn, event: EventOf<'run_finished'>): Turn {
  const {
    sourceDocuments: sources = turn.sources,
    fileAnnotations: files = [],
    followUpPrompts,
  } = event.extras ?? {}
  return { ...end(turn, event, { type: 'finished' }), text: event.text, sources, files, followUpPrompts }
}

/** After a server restart a node starts again; its earlier text is removed. */
function startStep(turn: Turn, event: EventOf<'node_started'>): Turn {
  const { nodeId, label, at } = event
  const key = stepKeyOf(event)
  const step: Step = { key, nodeId, label, state: 'running', startedAt: at, endedAt: undefined }
  const known = turn.steps.some((other) => other.key === key)
  return {
    ...turn,
    text: turn.answeringNodeId === nodeId ? '' : turn.text,
    steps: known ? turn.steps.map((other) => (other.key === key ? step : other)) : [...turn.steps, step],
  }
}

function endStep(
  turn: Turn,
  event: EventOf<'node_finished' | 'node_failed'>,
  state: 'done' | 'failed',
): Turn {
  const key = stepKeyOf(event)
  const steps = turn.steps.map((step) => (step.key === key ? { ...step, state, endedAt: event.at } : step))
  return { ...turn, steps }
}

/** `items` is undefined when one more item has ended. */
function countItems(turn: Turn, { key }: { key: string }, items: Step['items']): Turn {
  const next = ({ items: before = { total: 0, done: 0 } }: Step) =>
    items ?? { ...before, done: before.done + 1 }
  const steps = turn.steps.map((step) => (step.key === key ? { ...step, items: next(step) } : step))
  return { ...turn, steps }
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

/** The totals of the final event are the amounts charged; open steps and calls end with the run. */
function end(turn: Turn, { usage, costMicro, at }: EndingEvent, ending: Ending): Turn {
  const failedNodeId = ending.type === 'failed' ? ending.nodeId : undefined
  const steps = turn.steps.map((step) => endWithRun(step, failedNodeId, at))
  const calls = turn.calls.map((call) => ({ ...call, endedAt: call.endedAt ?? at }))
  const tools = turn.tools.map((each) => ({ ...each, endedAt: each.endedAt ?? at }))
  const searches = turn.searches.map((each) => ({ ...each, endedAt: each.endedAt ?? at }))
  const closed = {
    steps,
    calls,
    tools,
    searches,
    thinking: endThinking(turn, at),
    waits: [],
    isParked: false,
  }
  return { ...turn, usage, costMicro, durationMs: at, ending, ...closed }
}

function endWithRun(step: Step, failedNodeId: string | undefined, at: number): Step {
  if (step.endedAt !== undefined) {
    return step
  }
  return { ...step, state: step.nodeId === failedNodeId ? 'failed' : 'done', endedAt: at }
}

function failure({ code, message, nodeId, label }: EventOf<'run_failed'>): Ending {
  return { type: 'failed', code, message, nodeId, label }
}
