import { disabledKey, isDisabled } from '#shared/disabled-nodes.ts'
import { isNote } from '#shared/flow-file.ts'
import { isStart } from '../agent/control-links.ts'
import { type Graph, type GraphNode, withNodes } from './flow-graph.ts'

/** Notes are read by people alone, and a control-flow file has to start. */
export function canDisable(node: GraphNode | undefined): boolean {
  return node !== undefined && !isNote(node) && !isStart(node)
}

/** Switches nodes off or on; what can be neither is left as it is. */
export function setDisabled(graph: Graph, ids: readonly string[], disabled: boolean): Graph {
  const changed = ids.flatMap((id): [string, GraphNode][] => {
    const node = graph.nodes.get(id)
    return node && canDisable(node) && isDisabled(node) !== disabled ? [[id, withMark(node, disabled)]] : []
  })
  return changed.length > 0 ? withNodes(graph, changed) : graph
}

// Files of others know nothing of it: what is on again bears no trace.
function withMark(node: GraphNode, disabled: boolean): GraphNode {
  const { [disabledKey]: _, ...data } = node.data
  return { ...node, data: (disabled ? { ...data, [disabledKey]: true } : data) as GraphNode['data'] }
}

/** What has to be switched on for this node to run: itself, or the box it stands in. */
export function disabledAround(graph: Graph, id: string | undefined): string[] {
  const node = graph.nodes.get(id ?? '')
  if (!node || id === undefined) {
    return []
  }
  const around = typeof node.parentNode === 'string' ? disabledAround(graph, node.parentNode) : []
  return [...(isDisabled(node) ? [id] : []), ...around]
}

/** Whether it does not run: it is off, or stands in a box that is. */
export function isOff(graph: Graph, id: string): boolean {
  return disabledAround(graph, id).length > 0
}

/** Off when one of them is on; all on when all are off. Undefined when none of them can be either. */
export function toggleDisabled(
  graph: Graph,
  ids: readonly string[],
): { ids: string[]; disabled: boolean } | undefined {
  const able = ids.filter((id) => canDisable(graph.nodes.get(id)))
  const isOn = (id: string) => !isDisabled(graph.nodes.get(id) as GraphNode)
  return able.length > 0 ? { ids: able, disabled: able.some(isOn) } : undefined
}
