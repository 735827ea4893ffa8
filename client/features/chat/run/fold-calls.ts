import { addUsage, noUsage } from '#shared/run-values.ts'
import type { EventOf, Usage } from '#shared/runs.ts'
import { endThinking, type Turn } from './turn.ts'

export function openCall(turn: Turn, event: EventOf<'model_called'>): Turn {
  const { callId, nodeId, provider, model, paidBy, at } = event
  const others = turn.calls.filter((call) => call.callId !== callId)
  const call = { callId, nodeId, provider, model, paidBy, startedAt: at, endedAt: undefined }
  return withTotals({
    ...turn,
    calls: [...others, { ...call, isFailed: false, usage: noUsage, costMicro: 0 }],
  })
}

/** A cached call was paid for earlier: no usage, no cost. */
export function reuseCall(turn: Turn, event: EventOf<'model_reused'>): Turn {
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

export function openTool(
  turn: Turn,
  { callId, nodeId, tool, args, isReused = false, at }: EventOf<'tool_called'>,
): Turn {
  const started = { callId, nodeId, tool, args, isReused, isError: false, text: undefined }
  const others = turn.tools.filter((each) => each.callId !== callId)
  return { ...turn, tools: [...others, { ...started, startedAt: at, endedAt: undefined }] }
}

export function closeTool(turn: Turn, event: EventOf<'tool_finished'>): Turn {
  const { callId, text, isError, sourceDocuments = [], at } = event
  const tools = turn.tools.map((each) =>
    each.callId === callId ? { ...each, text, isError, endedAt: at } : each,
  )
  return { ...turn, tools, sources: [...turn.sources, ...sourceDocuments] }
}

export function openSearch(turn: Turn, { callId, nodeId, use, at }: EventOf<'handle_called'>): Turn {
  if (use !== 'retrieve') {
    return turn
  }
  const search = { callId, nodeId, found: undefined, startedAt: at, endedAt: undefined }
  return { ...turn, searches: [...turn.searches, search] }
}

export function closeSearch(turn: Turn, { callId, output, at }: EventOf<'handle_finished'>): Turn {
  const found = Array.isArray(output) ? output.length : undefined
  const searches = turn.searches.map((each) =>
    each.callId === callId ? { ...each, found, endedAt: at } : each,
  )
  return { ...turn, searches }
}

export function closeCall(
  turn: Turn,
  event: EventOf<'model_finished' | 'model_stopped'>,
  usage: Usage,
): Turn {
  const { callId, at, costMicro } = event
  const isFailed = event.type === 'model_stopped' && event.reason !== 'aborted'
  const calls = turn.calls.map((call) =>
    call.callId === callId ? { ...call, endedAt: at, isFailed, usage, costMicro } : call,
  )
  return withTotals({ ...turn, calls, thinking: endThinking(turn, at) })
}

function withTotals(turn: Turn): Turn {
  const usage = turn.calls.map((call) => call.usage).reduce(addUsage, noUsage)
  return { ...turn, usage, costMicro: turn.calls.reduce((sum, { costMicro }) => sum + costMicro, 0) }
}
