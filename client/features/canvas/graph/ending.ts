import { isNote } from '#shared/flow-file.ts'
import type { Graph, GraphNode, Templates } from './flow-graph.ts'
import { shapeOf } from './shape.ts'

/** Nodes of these categories give an answer (facts/engine.md E1). */
const answering = new Set(['Chains', 'Agents', 'Engine', 'Multi Agents', 'Sequential Agents', 'Agent Flows'])

/** The node that answers: the last one that can and that nothing follows. */
export function findEnding(graph: Graph, templates: Templates): string | undefined {
  const edges = [...graph.edges.values()]
  const followed = new Set(edges.map(({ source }) => source))
  const led = new Set(edges.map(({ target }) => target))
  const candidates = [...graph.nodes]
    .filter(([id, node]) => !isNote(node) && !followed.has(id) && canEnd(node, templates))
    .map(([id]) => id)
  return candidates.findLast((id) => led.has(id)) ?? candidates.at(-1)
}

function canEnd(node: GraphNode, templates: Templates): boolean {
  const shape = shapeOf(node, templates)
  const category = shape.template?.category ?? node.data.category
  const chosen = node.data.outputs?.output
  if (chosen === 'EndingNode') {
    return true
  }
  // An output chosen for other nodes to read does not end a flow.
  const first = shape.outputs.find(({ name }) => name === 'output')?.options?.[0]?.name
  const ends = first === undefined || !chosen || chosen === first
  return ends && typeof category === 'string' && answering.has(category)
}

/** A node and all that it needs, directly or through others. */
export function leadingTo(ending: string | undefined, graph: Graph): ReadonlySet<string> {
  const found = new Set<string>()
  const open = ending === undefined ? [] : [ending]
  const sources = sourcesByTarget(graph)
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (!found.has(id)) {
      found.add(id)
      open.push(...(sources.get(id) ?? []))
    }
  }
  return found
}

/** A node that needs itself, on the way to the ending. */
export function findCycle(ending: string | undefined, graph: Graph): string | undefined {
  const sources = sourcesByTarget(graph)
  const done = new Set<string>()
  const open = new Set<string>()

  function visit(id: string): string | undefined {
    if (open.has(id)) {
      return id
    }
    if (done.has(id)) {
      return undefined
    }
    open.add(id)
    for (const source of sources.get(id) ?? []) {
      const found = visit(source)
      if (found !== undefined) {
        return found
      }
    }
    open.delete(id)
    done.add(id)
    return undefined
  }

  return [...(ending === undefined ? graph.nodes.keys() : [ending])]
    .map(visit)
    .find((found) => found !== undefined)
}

function sourcesByTarget(graph: Graph): ReadonlyMap<string, readonly string[]> {
  const sources = new Map<string, string[]>()
  for (const { source, target } of graph.edges.values()) {
    sources.set(target, [...(sources.get(target) ?? []), source])
  }
  return sources
}
