import type { ChatReply, EventOf, PinnedReply, RunEvent } from '#shared/runs.ts'
import type { Json } from './inputs.ts'
import type { Plan } from './plan-flow.ts'

type Call = { nodeId: string; holderId: string; callId: string; requestKey?: string | undefined }
type ToolCall = { nodeId: string; stepHash: string; tool: string; args: Json }
type ToolResult = Pick<EventOf<'tool_finished'>, 'text' | 'isError' | 'sourceDocuments' | 'artifacts'>

/** Replies reused without another charge, on the canvas only. */
export type Reuse = {
  /**
   * Returns a pin regardless of the request, else the earlier run's reply to an identical request. Each is
   * returned once.
   */
  reply(call: Call): { reply: ChatReply; from: 'pin' | 'run' } | undefined
  toolResult(call: ToolCall): ToolResult | undefined
}

type Past = {
  events: readonly RunEvent[]
  fresh: ReadonlySet<string>
  pins: ReadonlyMap<string, readonly PinnedReply[]>
}

export function createReuse({ events, fresh, pins }: Past): Reuse {
  const replies = repliesIn(events)
  const results = resultsIn(events)
  const pinned = new Map<string, number>()

  function pinOf({ nodeId, callId }: Call): ChatReply | undefined {
    const own = pins.get(nodeId) ?? []
    const count = pinned.get(nodeId) ?? 0
    pinned.set(nodeId, count + 1)
    const named = own.find((pin) => pin.callId === callId)
    // Calls beyond the pinned ones repeat the last pinned reply.
    return (named ?? own[Math.min(count, own.length - 1)])?.reply
  }

  return {
    reply(call) {
      const pin = pinOf(call)
      if (pin) {
        return { reply: pin, from: 'pin' }
      }
      const isFresh = fresh.has(call.nodeId) || fresh.has(call.holderId)
      const key = call.requestKey
      const known = isFresh || key === undefined ? undefined : replies.get(`${call.nodeId} ${key}`)?.shift()
      return known && { reply: known, from: 'run' }
    },
    toolResult({ nodeId, stepHash, tool, args }) {
      const key = toolKey(nodeId, stepHash, tool, args)
      return fresh.has(nodeId) ? undefined : results.get(key)?.shift()
    },
  }
}

/** Pins of the models of a step. */
export function createPins(nodeId: string, pins: readonly PinnedReply[]): Reuse {
  return createReuse({ events: [], fresh: new Set(), pins: new Map([[nodeId, pins]]) })
}

/** A node and all nodes depending on it; they run again when a run restarts here. */
export function leadingFrom({ steps }: Pick<Plan, 'steps'>, nodeId: string): Set<string> {
  const fresh = new Set([nodeId])
  // Steps are in dependency order, so one pass is enough.
  for (const { id, needs } of steps) {
    if (needs.some((needed) => fresh.has(needed))) {
      fresh.add(id)
    }
  }
  return fresh
}

/** A flow may send identical requests: replies are kept in the order of the calls. */
function repliesIn(events: readonly RunEvent[]) {
  const replies = new Map<string, ChatReply[]>()
  for (const event of events) {
    const isRequested = event.type === 'model_called' || event.type === 'model_reused'
    const reply = isRequested ? replyTo(event, events) : undefined
    if (isRequested && reply && event.requestKey) {
      put(replies, `${event.nodeId} ${event.requestKey}`, reply)
    }
  }
  return replies
}

function replyTo(requested: EventOf<'model_called' | 'model_reused'>, events: readonly RunEvent[]) {
  if (requested.type === 'model_reused') {
    return requested.reply
  }
  const finished = events.find(({ type, ...rest }) => type === 'model_finished' && sameCall(rest, requested))
  return finished?.type === 'model_finished' ? finished.reply : undefined
}

function sameCall(event: object, { callId }: { callId: string }) {
  return 'callId' in event && event.callId === callId
}

function resultsIn(events: readonly RunEvent[]) {
  const results = new Map<string, ToolResult[]>()
  const hashes = new Map(
    events.flatMap((event) =>
      event.type === 'node_started' && event.stepHash ? [[event.nodeId, event.stepHash] as const] : [],
    ),
  )
  for (const called of events) {
    const hash = called.type === 'tool_called' ? hashes.get(called.nodeId) : undefined
    if (called.type === 'tool_called' && hash) {
      const finished = events.find(({ type, ...rest }) => type === 'tool_finished' && sameCall(rest, called))
      if (finished?.type === 'tool_finished' && !finished.isError) {
        put(results, toolKey(called.nodeId, hash, called.tool, called.args), finished)
      }
    }
  }
  return results
}

function toolKey(nodeId: string, stepHash: string, tool: string, args: Json) {
  return JSON.stringify([nodeId, stepHash, tool, args])
}

function put<Value>(lists: Map<string, Value[]>, key: string, value: Value) {
  lists.set(key, [...(lists.get(key) ?? []), value])
}
