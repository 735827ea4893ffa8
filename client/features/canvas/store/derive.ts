import type { Edge, Node } from 'reactflow'
import { shownNodeTexts } from '#client/texts/node-texts.ts'
import { isNote } from '#shared/flow-file.ts'
import { type Kind, kindOf } from '#shared/kinds.ts'
import { sizeOfBox } from '../agent/boxes.ts'
import { lookOfStep } from '../agent/step-view.ts'
import { areaOf, areasByMember, isArea } from '../graph/areas.ts'
import { checkGraph, type Problem } from '../graph/check.ts'
import {
  emptyGraph,
  type Graph,
  type GraphEdge,
  type GraphNode,
  isSameSet,
  labelIn,
  positionOf,
  type Templates,
} from '../graph/flow-graph.ts'
import { portsOf, typesOf } from '../graph/shape.ts'
import { sizeOf } from '../graph/size.ts'

export type Link = { edge: string; source: string; label: string }
export type WireData = { from: Kind; to: Kind }

/** Everything that follows from the graph. Unchanged parts keep their identity, so that nothing rerenders for them. */
export type Derived = {
  flowNodes: Node[]
  flowEdges: Edge<WireData>[]
  /** By `linkKey`. */
  links: ReadonlyMap<string, readonly Link[]>
  given: ReadonlySet<string>
  problems: readonly Problem[]
  problemsByNode: ReadonlyMap<string, readonly Problem[]>
  /** The graph as of its last change other than a move: for readers that ignore positions. */
  unplaced: Graph
}

export const nothingDerived: Derived = {
  flowNodes: [],
  flowEdges: [],
  links: new Map(),
  given: new Set(),
  problems: [],
  problemsByNode: new Map(),
  unplaced: emptyGraph,
}

export function linkKey(node: string, input: string): string {
  return `${node} ${input}`
}

/** `of`: the input of `before`. When nodes were only moved, everything but positions is reused. */
export function derive(
  before: Derived,
  graph: Graph,
  templates: Templates,
  of?: { graph: Graph; templates: Templates },
): Derived {
  if (of?.templates === templates && isOnlyMoved(of.graph, graph)) {
    const { flowEdges, links, given, problems, problemsByNode, unplaced } = before
    const flowNodes = syncNodes(before.flowNodes, graph, templates, replacementsOf(graph))
    return { flowNodes, flowEdges, links, given, problems, problemsByNode, unplaced }
  }
  const drawn = [...graph.edges].map(([key, edge]) => draw(key, edge, graph, templates))
  const fakes = replacementsOf(graph)
  const given = new Set(drawn.map(({ edge }) => edge.sourceHandle ?? ''))
  const problems = checkGraph(graph, templates)
  return {
    flowNodes: syncNodes(before.flowNodes, graph, templates, fakes),
    flowEdges: syncEdges(before.flowEdges, drawn, fakes),
    links: reuseSame(
      before.links,
      groupBy(drawn, ({ into, link }) => (into ? [into, link] : undefined)),
    ),
    given: isSameSet(before.given, given) ? before.given : given,
    problems: isSameList(before.problems, problems) ? before.problems : problems,
    problemsByNode: reuseSame(
      before.problemsByNode,
      groupBy(problems, (problem) => (problem.nodeId ? [problem.nodeId, problem] : undefined)),
    ),
    unplaced: graph,
  }
}

type Drawn = {
  edge: Edge<WireData>
  into: string | undefined
  link: Link
  of: readonly unknown[]
}

const drawings = new WeakMap<GraphEdge, Drawn>()

/** Links between unchanged nodes keep their drawing, which is most of them on any change. */
function draw(key: string, edge: GraphEdge, graph: Graph, templates: Templates): Drawn {
  const ends = [edge.source, edge.target].map((id) => graph.nodes.get(id)?.data)
  const of = [shownNodeTexts(), key, ...ends, ...ends.map((data) => data && templates.get(data.name))]
  const known = drawings.get(edge)
  if (known && of.every((part, index) => part === known.of[index])) {
    return known
  }
  const drawn = { ...redraw(key, edge, graph, templates), of }
  drawings.set(edge, drawn)
  return drawn
}

function redraw(key: string, edge: GraphEdge, graph: Graph, templates: Templates) {
  const { output, input } = portsOf(graph, edge, templates)
  const label = labelIn(graph, edge.source)
  const from = stepKind(graph.nodes.get(edge.source)) ?? (output ? kindOf(typesOf(output)) : 'any')
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
      ariaLabel: `${label} → ${labelIn(graph, edge.target)}${input ? `: ${input.label}` : ''}`,
      data: { from, to: stepKind(graph.nodes.get(edge.target)) ?? (input ? kindOf(typesOf(input)) : from) },
    },
  }
}

/** Wires between steps blend the colours of both. */
function stepKind(node: GraphNode | undefined): Kind | undefined {
  return node?.type === 'agentFlow' ? lookOfStep(node.data.name).kind : undefined
}

/** Unmoved cards keep their object; new ones start unselected. */
function syncNodes(before: readonly Node[], graph: Graph, templates: Templates, fakes: Replacements): Node[] {
  const known = new Map(before.map((node) => [node.id, node]))
  const frozen = frozenNodes(graph)
  const nodes = [...graph.nodes].map(([key, node]) => {
    const old = known.get(key)
    const position = positionOf(node)
    const [hidden, draggable] = [fakes.has(key), !frozen.has(key)]
    const same =
      old &&
      old.position.x === position.x &&
      old.position.y === position.y &&
      Boolean(old.hidden) === hidden &&
      (old.draggable ?? true) === draggable
    if (same) {
      return old
    }
    const { draggable: _, ...card } = old ?? newCard(key, node, templates)
    return { ...card, position, hidden, ...(!draggable && { draggable }) }
  })
  // A container must precede its children for reactflow.
  return nodes.some(({ parentNode }) => parentNode)
    ? nodes.toSorted((a, b) => Number(Boolean(a.parentNode)) - Number(Boolean(b.parentNode)))
    : nodes
}

/** Nodes inside a collapsed frame, mapped to the frame, where their wires then end. */
type Replacements = ReadonlyMap<string, string>

function replacementsOf(graph: Graph): Replacements {
  return new Map(
    [...areasByMember(graph)].filter(([, area]) => areaOf(graph.nodes.get(area))?.collapsed === true),
  )
}

function frozenNodes(graph: Graph): ReadonlySet<string> {
  return new Set(
    [...graph.nodes].flatMap(([id, node]) => {
      const area = areaOf(node)
      return area?.locked ? [id, ...area.members] : []
    }),
  )
}

const noData = {}

function newCard(id: string, node: GraphNode, templates: Templates): Node {
  const inside = typeof node.parentNode === 'string' ? { parentNode: node.parentNode } : {}
  const type = cardType(node)
  // Notes are layered under cards and wires, frames under notes.
  return {
    id,
    type,
    position: positionOf(node),
    data: noData,
    // The first view fits all nodes, so it needs their sizes before they are drawn.
    ...(type === 'frame' ? sizeOfBox(node) : sizeOf(node, templates)),
    ...inside,
    ...(type in layers && { zIndex: layers[type as keyof typeof layers] }),
  }
}

// reactflow raises a selected node by 1000: a frame must stay below its nodes even then.
const layers = { area: -2_000, note: -1 }

function cardType(node: GraphNode) {
  if (isArea(node)) {
    return 'area'
  }
  if (isNote(node)) {
    return 'note'
  }
  return node.type === 'iteration' ? 'frame' : 'card'
}

function syncEdges(
  before: readonly Edge<WireData>[],
  drawn: readonly Drawn[],
  fakes: Replacements,
): Edge<WireData>[] {
  const known = new Map(before.map((edge) => [edge.id, edge]))
  return drawn.map((each) => {
    const edge = redirect(each.edge, fakes)
    const old = known.get(edge.id)
    const same =
      old &&
      old.sourceHandle === edge.sourceHandle &&
      old.targetHandle === edge.targetHandle &&
      old.source === edge.source &&
      old.target === edge.target &&
      Boolean(old.hidden) === Boolean(edge.hidden) &&
      old.ariaLabel === edge.ariaLabel &&
      old.data?.to === edge.data?.to
    return same ? old : { ...edge, selected: old?.selected ?? false }
  })
}

function redirect(edge: Edge<WireData>, fakes: Replacements): Edge<WireData> {
  const source = fakes.get(edge.source) ?? edge.source
  const target = fakes.get(edge.target) ?? edge.target
  return source === edge.source && target === edge.target
    ? edge
    : { ...edge, source, target, hidden: source === target }
}

/** Groups by key, preserving order; items without a group are omitted. */
function groupBy<Item, Member>(
  items: readonly Item[],
  place: (item: Item) => readonly [string, Member] | undefined,
): Map<string, Member[]> {
  const groups = new Map<string, Member[]>()
  for (const item of items) {
    const [key, member] = place(item) ?? []
    if (key !== undefined && member !== undefined) {
      const group = groups.get(key)
      if (group) {
        group.push(member)
      } else {
        groups.set(key, [member])
      }
    }
  }
  return groups
}

type Groups<Member> = ReadonlyMap<string, readonly Member[]>

/** Groups with unchanged content keep their identity; returns `before` when nothing has changed. */
function reuseSame<Member>(before: Groups<Member>, after: Groups<Member>): Groups<Member> {
  let isNew = before.size !== after.size
  const stored = new Map(
    [...after].map(([key, members]) => {
      const old = before.get(key)
      const same = old && isSameList(old, members)
      isNew ||= !same
      return [key, same ? old : members]
    }),
  )
  return isNew ? stored : before
}

function isSameList<Member>(before: readonly Member[], after: readonly Member[]): boolean {
  return (
    before.length === after.length &&
    before.every((member, index) => {
      const other = after[index]
      return member === other || JSON.stringify(member) === JSON.stringify(other)
    })
  )
}

/** True when two graphs differ only in the positions and sizes of their nodes. */
export function isOnlyMoved(before: Graph, after: Graph): boolean {
  if (before.edges !== after.edges || before.nodes.size !== after.nodes.size) {
    return false
  }
  for (const [id, node] of after.nodes) {
    const old = before.nodes.get(id)
    const isSame =
      old === node ||
      (old?.data === node.data && old.type === node.type && old.parentNode === node.parentNode)
    if (!isSame) {
      return false
    }
  }
  return true
}
