import { isStart } from '../agent/control-links.ts'
import { withMembers } from './areas.ts'
import { type Graph, type GraphEdge, type Templates, withData, withNodes } from './flow-graph.ts'
import { inputOfHandle } from './ports.ts'
import { addReference, dropReference } from './references.ts'
import { shapeOf } from './shape.ts'

/** Takes links away, and what they had written into the inputs they ended at. */
export function removeEdges(graph: Graph, keys: readonly string[], templates: Templates): Graph {
  return keys.reduce((changed, key) => removeEdge(changed, key, templates), graph)
}

function removeEdge(graph: Graph, key: string, templates: Templates): Graph {
  const edge = graph.edges.get(key)
  if (!edge) {
    return graph
  }
  const edges = new Map([...graph.edges].filter(([other]) => other !== key))
  return clearTarget({ ...graph, edges }, edge, templates)
}

function clearTarget(graph: Graph, edge: GraphEdge, templates: Templates): Graph {
  const node = graph.nodes.get(edge.target)
  const input = node && inputOfHandle(shapeOf(node, templates), edge.targetHandle)
  if (!node || !input || !(input.name in node.data.inputs)) {
    return graph
  }
  const dropped = dropReference(node.data.inputs[input.name], input, edge.source)
  // Two outputs of one node may feed the same list: the other link keeps its entry.
  const other = [...graph.edges.values()].some(
    ({ source, target, targetHandle }) =>
      source === edge.source && target === edge.target && targetHandle === edge.targetHandle,
  )
  const value = other ? addReference(dropped, input, edge.source) : dropped
  const cleared = withData(node, { inputs: { ...node.data.inputs, [input.name]: value } })
  return withNodes(graph, [[edge.target, cleared]])
}

/** Takes nodes away with their links and, of a container or a frame, what stands in it. */
export function removeNodes(graph: Graph, ids: readonly string[], templates: Templates): Graph {
  const gone = withChildren(
    graph,
    // A control-flow file has one start, and is none without it.
    ids.filter((id) => !isStart(graph.nodes.get(id))),
  )
  const keys = [...graph.edges].filter(([, { source, target }]) => gone.has(source) || gone.has(target))
  const unlinked = removeEdges(
    graph,
    keys.map(([key]) => key),
    templates,
  )
  return { ...unlinked, nodes: new Map([...unlinked.nodes].filter(([id]) => !gone.has(id))) }
}

function withChildren(graph: Graph, ids: readonly string[]): Set<string> {
  const found = withMembers(
    graph,
    ids.filter((id) => graph.nodes.has(id)),
  )
  for (const [id, { parentNode }] of graph.nodes) {
    if (typeof parentNode === 'string' && found.has(parentNode)) {
      found.add(id)
    }
  }
  return found
}
