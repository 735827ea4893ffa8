import type { Edge, Node } from 'reactflow'
import { isNote } from '#shared/flow-file.ts'
import { type Kind, kindOf } from '#shared/kinds.ts'
import { checkGraph, type Problem } from '../graph/check.ts'
import {
  type Graph,
  type GraphEdge,
  type GraphNode,
  positionOf,
  type Templates,
} from '../graph/flow-graph.ts'
import { portsOf } from '../graph/ports.ts'
import { typesOf } from '../graph/shape.ts'

/** A link as the row it ends at tells of it. */
export type Link = { edge: string; source: string; label: string }
export type WireData = { from: Kind; to: Kind }

/** Everything that follows from the graph. Parts that did not change stay the very same, so that nothing is drawn anew. */
export type Derived = {
  flowNodes: Node[]
  flowEdges: Edge<WireData>[]
  /** By `linkKey`. */
  links: ReadonlyMap<string, readonly Link[]>
  /** Ports that something leaves from. */
  given: ReadonlySet<string>
  problems: readonly Problem[]
  problemsByNode: ReadonlyMap<string, readonly Problem[]>
}

export const nothingDerived: Derived = {
  flowNodes: [],
  flowEdges: [],
  links: new Map(),
  given: new Set(),
  problems: [],
  problemsByNode: new Map(),
}

export function linkKey(node: string, input: string): string {
  return `${node} ${input}`
}

export function derive(before: Derived, graph: Graph, templates: Templates): Derived {
  const drawn = [...graph.edges].map(([key, edge]) => draw(key, edge, graph, templates))
  const problems = checkGraph(graph, templates)
  return {
    flowNodes: syncNodes(before.flowNodes, graph),
    flowEdges: syncEdges(before.flowEdges, drawn),
    links: keepSame(
      before.links,
      groupBy(drawn, ({ into, link }) => (into ? [into, link] : undefined)),
    ),
    given: new Set(drawn.map(({ edge }) => edge.sourceHandle ?? '')),
    problems,
    problemsByNode: keepSame(
      before.problemsByNode,
      groupBy(problems, (problem) => (problem.nodeId ? [problem.nodeId, problem] : undefined)),
    ),
  }
}

type Drawn = { edge: Edge<WireData>; into: string | undefined; link: Link }

function draw(key: string, edge: GraphEdge, graph: Graph, templates: Templates): Drawn {
  const { output, input } = portsOf(graph, edge, templates)
  const label = labelOf(graph, edge.source)
  const from = output ? kindOf(typesOf(output)) : 'any'
  return {
    link: { edge: key, source: edge.source, label },
    into: input && linkKey(edge.target, input.name),
    edge: {
      id: key,
      type: 'wire',
      source: edge.source,
      target: edge.target,
      sourceHandle: output?.id ?? null,
      targetHandle: input?.id ?? null,
      ariaLabel: `${label} → ${labelOf(graph, edge.target)}${input ? `: ${input.label}` : ''}`,
      data: { from, to: input ? kindOf(typesOf(input)) : from },
    },
  }
}

function labelOf(graph: Graph, id: string) {
  const { label, name = id } = graph.nodes.get(id)?.data ?? {}
  return label || name
}

/** Cards that stand where they stood keep their object; new ones start unselected. */
function syncNodes(before: readonly Node[], graph: Graph): Node[] {
  const known = new Map(before.map((node) => [node.id, node]))
  const nodes = [...graph.nodes].map(([key, node]) => {
    const old = known.get(key)
    const position = positionOf(node)
    const same = old && old.position.x === position.x && old.position.y === position.y
    return same ? old : { ...(old ?? newCard(key, node)), position }
  })
  // A container has to come before what stands in it.
  return nodes.some(({ parentNode }) => parentNode)
    ? nodes.toSorted((a, b) => Number(Boolean(a.parentNode)) - Number(Boolean(b.parentNode)))
    : nodes
}

const noData = {}

function newCard(id: string, node: GraphNode): Node {
  const inside = typeof node.parentNode === 'string' ? { parentNode: node.parentNode } : {}
  const type = cardType(node)
  // Notes lie on the table, under cards and wires.
  return {
    id,
    type,
    position: positionOf(node),
    data: noData,
    ...inside,
    ...(type === 'note' && { zIndex: -1 }),
  }
}

function cardType(node: GraphNode) {
  if (isNote(node)) {
    return 'note'
  }
  return node.type === 'iteration' ? 'frame' : 'card'
}

function syncEdges(before: readonly Edge<WireData>[], drawn: readonly Drawn[]): Edge<WireData>[] {
  const known = new Map(before.map((edge) => [edge.id, edge]))
  return drawn.map(({ edge }) => {
    const old = known.get(edge.id)
    const same =
      old &&
      old.sourceHandle === edge.sourceHandle &&
      old.targetHandle === edge.targetHandle &&
      old.ariaLabel === edge.ariaLabel &&
      old.data?.to === edge.data?.to
    return same ? old : { ...edge, selected: old?.selected ?? false }
  })
}

function groupBy<Item, Member>(
  items: readonly Item[],
  place: (item: Item) => readonly [string, Member] | undefined,
): Map<string, Member[]> {
  const groups = new Map<string, Member[]>()
  for (const item of items) {
    const [key, member] = place(item) ?? []
    if (key !== undefined && member !== undefined) {
      groups.set(key, [...(groups.get(key) ?? []), member])
    }
  }
  return groups
}

/** The new groups, those with the same content being the old ones. */
function keepSame<Member>(
  before: ReadonlyMap<string, readonly Member[]>,
  after: ReadonlyMap<string, readonly Member[]>,
): ReadonlyMap<string, readonly Member[]> {
  return new Map(
    [...after].map(([key, members]) => {
      const old = before.get(key)
      return [key, old && JSON.stringify(old) === JSON.stringify(members) ? old : members]
    }),
  )
}
