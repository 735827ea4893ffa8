import { type FlowEdge, type FlowNode, isNote } from './flow-file.ts'
import type { NodeTemplate } from './nodes.ts'

export type Net = { nodes: ReadonlyMap<string, FlowNode>; edges: Iterable<FlowEdge> }
export type Kinds = ReadonlyMap<string, NodeTemplate>

const answering = new Set(['Chains', 'Agents', 'Engine', 'Multi Agents', 'Sequential Agents', 'Agent Flows'])

/**
 * Nodes that may answer, because nothing follows them. Nodes with inputs come before isolated ones; the last of
 * the better ones answers.
 */
export function findEndings(
  { nodes, edges }: Net,
  kinds: Kinds,
): { ending: string | undefined; rivals: string[] } {
  const followed = new Set<string>()
  const led = new Set<string>()
  for (const { source, target } of edges) {
    followed.add(source)
    led.add(target)
  }
  const candidates = [...nodes]
    .filter(([id, node]) => !followed.has(id) && !isNote(node) && canEnd(node, kinds.get(node.data.name)))
    .map(([id]) => id)
  const connected = candidates.filter((id) => led.has(id))
  const best = connected.length > 0 ? connected : candidates
  return { ending: best.at(-1), rivals: best.slice(0, -1) }
}

function canEnd({ data }: FlowNode, kind: NodeTemplate | undefined): boolean {
  const category = kind?.category ?? data.category
  const chosen = data.outputs?.output
  if (chosen === 'EndingNode') {
    return true
  }
  // A chosen output that is meant for other nodes does not end a flow.
  const first = kind ? kind.outputs[0]?.name : firstOption(data.outputAnchors)
  const ends = first === undefined || !chosen || chosen === first
  return ends && typeof category === 'string' && answering.has(category)
}

type Anchor = { name?: unknown; options?: { name?: unknown }[] }

function firstOption(anchors: unknown): unknown {
  const list = Array.isArray(anchors) ? (anchors as Anchor[]) : []
  return list.find(({ name }) => name === 'output')?.options?.[0]?.name
}

export function findNeeded(ending: string | undefined, sources: Sources): ReadonlySet<string> {
  const found = new Set<string>()
  const open = ending === undefined ? [] : [ending]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (!found.has(id)) {
      found.add(id)
      open.push(...(sources.get(id) ?? []))
    }
  }
  return found
}

export type Sources = ReadonlyMap<string, readonly string[]>

export function sourcesByTarget(edges: Iterable<FlowEdge>): Sources {
  const sources = new Map<string, string[]>()
  for (const { source, target } of edges) {
    const known = sources.get(target)
    if (known) {
      known.push(source)
    } else {
      sources.set(target, [source])
    }
  }
  return sources
}

/**
 * A node among these that depends on itself. Removes nodes whose inputs are resolved; the remaining ones contain a
 * cycle.
 */
export function findLoop(ids: Iterable<string>, sources: Sources): string | undefined {
  const left = new Set(ids)
  const readers = readersOf(left, sources)
  const waits = new Map([...left].map((id) => [id, leftSources(id, left, sources).length]))
  const free = [...left].filter((id) => waits.get(id) === 0)
  for (let id = free.pop(); id !== undefined; id = free.pop()) {
    left.delete(id)
    for (const reader of readers.get(id) ?? []) {
      const count = (waits.get(reader) ?? 0) - 1
      waits.set(reader, count)
      if (count === 0) {
        free.push(reader)
      }
    }
  }
  return walkBack(left, sources)
}

function leftSources(id: string, left: ReadonlySet<string>, sources: Sources): readonly string[] {
  return (sources.get(id) ?? []).filter((source) => left.has(source))
}

function readersOf(left: ReadonlySet<string>, sources: Sources): Sources {
  const readers = new Map<string, string[]>()
  for (const id of left) {
    for (const source of leftSources(id, left, sources)) {
      readers.set(source, [...(readers.get(source) ?? []), id])
    }
  }
  return readers
}

/** Follows inputs back from any remaining node: the first node seen twice is on the cycle. */
function walkBack(left: ReadonlySet<string>, sources: Sources): string | undefined {
  const seen = new Set<string>()
  let [id] = left
  while (id !== undefined && !seen.has(id)) {
    seen.add(id)
    id = leftSources(id, left, sources)[0]
  }
  return id
}
