import type { AskInput } from '#shared/chat.ts'
import type { PinnedReply } from '#shared/replies.ts'
import { type Graph, type GraphNode, getNode, withData, withNodes } from './flow-graph.ts'

/** Key of a pin in a node's data. Flowise and our API ignore it. */
const key = 'flowtillPinned'

/** Pinned replies a node returns instead of calling its model. */
export function pinnedOf(node: GraphNode | undefined): PinnedReply[] | undefined {
  const stored = node?.data[key]
  return Array.isArray(stored) && stored.length > 0 && stored.every(isPinned) ? stored : undefined
}

// Checks only what the display needs; the server validates the whole reply before use.
function isPinned(value: unknown): value is PinnedReply {
  const { callId, reply } = (value ?? {}) as { callId?: unknown; reply?: { text?: unknown } | null }
  return (callId === undefined || typeof callId === 'string') && typeof reply?.text === 'string'
}

export function pinsOf({ nodes }: Graph): AskInput['pinned'] {
  const pins = [...nodes].flatMap(([id, node]) => {
    const replies = pinnedOf(node)
    return replies ? [[id, replies] as const] : []
  })
  return pins.length > 0 ? Object.fromEntries(pins) : undefined
}

export function setPin(graph: Graph, id: string, replies: readonly PinnedReply[] | undefined): Graph {
  const node = withData(getNode(graph, id), { [key]: replies })
  if (!replies) {
    delete node.data[key]
  }
  return withNodes(graph, [[id, node]])
}
