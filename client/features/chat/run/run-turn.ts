import type { EventOf, RunEvent } from '#shared/runs.ts'
import { bareQuestion } from '../uploads/bare-question.ts'
import { closeCall, closeSearch, closeTool, openCall, openSearch, openTool, reuseCall } from './fold-calls.ts'
import { beginTurn, type Ending, endThinking, type Step, type Turn } from './turn.ts'

/** Applies one event to a turn. Repeated events change nothing. */
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

/** After a server restart a node starts again; its earlier text is removed. */
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
