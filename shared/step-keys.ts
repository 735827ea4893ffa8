/** An event of a node: agent flows name the step, and calls carry the key of their step in their id. */
type NodeEvent = { nodeId: string; key?: string | undefined; callId?: string | undefined }

/** Key of the step that an event belongs to; the node's id in flows without steps. */
export function stepKeyOf({ nodeId, key, callId = '' }: NodeEvent): string {
  const [holder = ''] = callId.split(':', 1)
  return key ?? (holder.includes('#') ? holder : nodeId)
}

export type StepPlace = {
  nodeId: string
  /** 1 for the first visit. */
  visit: number
  /** Path of the item the step belongs to, such as `iteration_0#1/4`; empty outside iterations. */
  frame: string
}

/** Reads `iteration_0#1/4/llm_2#3`. A plain node id is its first visit. */
export function readStepKey(key: string): StepPlace {
  const cut = key.lastIndexOf('/')
  const [nodeId = '', visit = '1'] = key.slice(cut + 1).split('#')
  return { nodeId: decodeURIComponent(nodeId), visit: Number(visit), frame: cut < 0 ? '' : key.slice(0, cut) }
}

/** The node of a wait, whose id begins with the key of its step and a colon. */
export function nodeOfWait(waitId: string): string {
  const [key = ''] = waitId.split(':', 1)
  return readStepKey(key).nodeId
}

/** The iteration around a frame and the index of its item. */
export function readFrame(frame: string): { box: string; index: number } {
  const cut = frame.lastIndexOf('/')
  return { box: frame.slice(0, cut), index: Number(frame.slice(cut + 1)) }
}
