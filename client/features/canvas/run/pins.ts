import type { AskInput, PinnedReply } from '#shared/chat.ts'
import type { RunEvent } from '#shared/runs.ts'
import { type Graph, type GraphNode, getNode, withData, withNodes } from '../graph/flow-graph.ts'

/** Where a pin is kept in a node's data. Flowise and our own API know nothing of it. */
const key = 'flowtillPinned'

/** The replies a node says again instead of asking its model. */
export function pinnedOf(node: GraphNode | undefined): PinnedReply[] | undefined {
  const stored = node?.data[key]
  return Array.isArray(stored) && stored.length > 0 && stored.every(isPinned) ? stored : undefined
}

// What matters to show a pin; the server checks the whole reply before it uses it.
function isPinned(value: unknown): value is PinnedReply {
  const { callId, reply } = (value ?? {}) as { callId?: unknown; reply?: { text?: unknown } | null }
  return (callId === undefined || typeof callId === 'string') && typeof reply?.text === 'string'
}

/** All pins of a flow, as the chat sends them along. */
export function pinsOf({ nodes }: Graph): AskInput['pinned'] {
  const pins = [...nodes].flatMap(([id, node]) => {
    const replies = pinnedOf(node)
    return replies ? [[id, replies] as const] : []
  })
  return pins.length > 0 ? Object.fromEntries(pins) : undefined
}

/** The flow with a node pinned to replies, or free again. */
export function setPin(graph: Graph, id: string, replies: readonly PinnedReply[] | undefined): Graph {
  const node = withData(getNode(graph, id), { [key]: replies })
  if (!replies) {
    delete node.data[key]
  }
  return withNodes(graph, [[id, node]])
}

/** What a model has said in a run: what can be pinned to its node. */
export function repliesIn(events: readonly RunEvent[], nodeId: string): PinnedReply[] {
  return events.flatMap((event) => {
    const isReply = event.type === 'model_finished' || event.type === 'model_reused'
    return isReply && event.nodeId === nodeId ? [{ callId: event.callId, reply: event.reply }] : []
  })
}
