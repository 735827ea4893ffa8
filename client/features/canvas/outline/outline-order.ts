import { isNote } from '#shared/flow-file.ts'
import { findEnding } from '../graph/ending.ts'
import type { Graph, Templates } from '../graph/flow-graph.ts'

/**
 * The nodes as a list: the one that answers first, then what it reads, then what those read; whatever leads nowhere comes last,
 * in the order of the file. Children of a box follow it. Notes are no part of the graph.
 */
export function orderNodes(graph: Graph, templates: Templates): string[] {
  const sources = new Map<string, string[]>()
  for (const { source, target } of graph.edges.values()) {
    sources.set(target, [...(sources.get(target) ?? []), source])
  }
  const ids = [...graph.nodes].filter(([, node]) => !isNote(node)).map(([id]) => id)
  const ending = findEnding(graph, templates)
  const found = new Set<string>()
  const queue = ending === undefined || isControl(graph) ? [] : [ending]
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    if (!found.has(id) && graph.nodes.has(id)) {
      found.add(id)
      queue.push(...(sources.get(id) ?? []))
    }
  }
  return withChildren([...found, ...ids.filter((id) => !found.has(id))], graph)
}

/** Steps are read from the start on: the order in which they were drawn. */
function isControl({ nodes }: Graph): boolean {
  return [...nodes.values()].some(({ type }) => type === 'agentFlow')
}

function withChildren(ids: readonly string[], { nodes }: Graph): string[] {
  const parentOf = (id: string) => {
    const parent = nodes.get(id)?.parentNode
    return typeof parent === 'string' && nodes.has(parent) ? parent : undefined
  }
  return ids
    .filter((id) => parentOf(id) === undefined)
    .flatMap((id) => [id, ...ids.filter((each) => parentOf(each) === id)])
}
