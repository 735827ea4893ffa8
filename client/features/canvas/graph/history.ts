import type { Graph, GraphEdge, GraphNode } from './flow-graph.ts'

export type Step = {
  name:
    | 'add'
    | 'align'
    | 'addNote'
    | 'connect'
    | 'copies'
    | 'delete'
    | 'disable'
    | 'enable'
    | 'deleteLinks'
    | 'edit'
    | 'frame'
    | 'insert'
    | 'load'
    | 'move'
    | 'output'
    | 'paste'
    | 'rename'
    | 'renameFlow'
    | 'replaceLink'
    | 'replaceText'
    | 'reroute'
    | 'replaceNode'
    | 'resize'
    | 'reorder'
    | 'sameWidth'
    | 'tidy'
    | 'unframe'
    | 'update'
  what?: string
  count?: number
}

type Swap<Value> = { before: Value; after: Value }
type Swaps<Item> = ReadonlyMap<string, Swap<Item | undefined>>

type Change = {
  name: Swap<string>
  rest: Swap<Graph['rest']>
  nodes: Swaps<GraphNode>
  edges: Swaps<GraphEdge>
  /** Set when elements were added or removed, so that undo restores their order in the file. */
  nodeOrder: Swap<readonly string[]> | undefined
  edgeOrder: Swap<readonly string[]> | undefined
}

type Entry = { revision: number; step: Step; change: Change; burst: string | undefined; at: number }

export type History = {
  past: readonly Entry[]
  future: readonly Entry[]
  /** Identifies the state of the graph: equal numbers mean equal content. */
  revision: number
  lastRevision: number
  /** The revision before the oldest undo step. */
  base: number
}

export const emptyHistory: History = { past: [], future: [], revision: 0, lastRevision: 0, base: 0 }

const limit = 200
const burstPauseMs = 1_000

type Noted = {
  step: Step
  /** Quick successive steps with the same burst are merged: typing in a field, nudging a card. */
  burst?: string | undefined
  at: number
  /** The saved revision: later steps are never merged into earlier ones. */
  saved?: number | undefined
}

export function record(history: History, before: Graph, after: Graph, noted: Noted): History {
  const revision = history.lastRevision + 1
  const last = history.past.at(-1)
  const merges = last && continues(last, noted) && history.future.length === 0
  const base = merges ? revert(last.change, before) : before
  const entry: Entry = {
    revision,
    step: noted.step,
    change: difference(base, after),
    burst: noted.burst,
    at: noted.at,
  }
  const steps = [...(merges ? history.past.slice(0, -1) : history.past), entry]
  const forgotten = steps.slice(0, -limit).at(-1)
  return {
    past: steps.slice(-limit),
    future: [],
    revision,
    lastRevision: revision,
    base: forgotten?.revision ?? history.base,
  }
}

function continues(last: Entry, { burst, at, saved }: Noted) {
  return burst !== undefined && last.burst === burst && at - last.at < burstPauseMs && last.revision !== saved
}

export type Moved = { history: History; graph: Graph; step: Step }

export function undo(history: History, graph: Graph): Moved | undefined {
  const entry = history.past.at(-1)
  if (!entry) {
    return undefined
  }
  const past = history.past.slice(0, -1)
  const revision = past.at(-1)?.revision ?? history.base
  return {
    step: entry.step,
    graph: revert(entry.change, graph),
    history: { ...history, past, future: [entry, ...history.future], revision },
  }
}

export function redo(history: History, graph: Graph): Moved | undefined {
  const [entry, ...future] = history.future
  return (
    entry && {
      step: entry.step,
      graph: apply(entry.change, graph, 'after'),
      history: { ...history, past: [...history.past, entry], future, revision: entry.revision },
    }
  )
}

/** Replaces nodes throughout the history, for values whose storage has changed without a user action. */
export function mapHistory(history: History, exchange: (node: GraphNode) => GraphNode): History {
  const side = (node: GraphNode | undefined) => node && exchange(node)
  const inEntry = (entry: Entry): Entry => {
    const nodes = [...entry.change.nodes].map(
      ([id, { before, after }]) => [id, { before: side(before), after: side(after) }] as const,
    )
    return { ...entry, change: { ...entry.change, nodes: new Map(nodes) } }
  }
  return { ...history, past: history.past.map(inEntry), future: history.future.map(inEntry) }
}

function revert(change: Change, graph: Graph): Graph {
  return apply(change, graph, 'before')
}

function difference(before: Graph, after: Graph): Change {
  return {
    name: { before: before.name, after: after.name },
    rest: { before: before.rest, after: after.rest },
    nodes: swaps(before.nodes, after.nodes),
    edges: swaps(before.edges, after.edges),
    nodeOrder: orderOf(before.nodes, after.nodes),
    edgeOrder: orderOf(before.edges, after.edges),
  }
}

function swaps<Item>(before: ReadonlyMap<string, Item>, after: ReadonlyMap<string, Item>): Swaps<Item> {
  const keys = new Set([...before.keys(), ...after.keys()])
  return new Map(
    [...keys]
      .filter((key) => before.get(key) !== after.get(key))
      .map((key) => [key, { before: before.get(key), after: after.get(key) }]),
  )
}

function orderOf(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): Swap<readonly string[]> | undefined {
  const [old, fresh] = [[...before.keys()], [...after.keys()]]
  const same = old.length === fresh.length && old.every((id, index) => id === fresh[index])
  return same ? undefined : { before: old, after: fresh }
}

function apply(change: Change, graph: Graph, side: 'before' | 'after'): Graph {
  return {
    name: change.name[side],
    rest: change.rest[side],
    nodes: exchange(graph.nodes, change.nodes, change.nodeOrder, side),
    edges: exchange(graph.edges, change.edges, change.edgeOrder, side),
  }
}

function exchange<Item>(
  items: ReadonlyMap<string, Item>,
  changes: Swaps<Item>,
  order: Swap<readonly string[]> | undefined,
  side: 'before' | 'after',
): ReadonlyMap<string, Item> {
  if (changes.size === 0) {
    return items
  }
  const next = new Map<string, Item>(items)
  for (const [key, swap] of changes) {
    const item = swap[side]
    if (item === undefined) {
      next.delete(key)
    } else {
      next.set(key, item)
    }
  }
  const keys = order?.[side] ?? [...next.keys()]
  return new Map(keys.flatMap((key) => (next.has(key) ? [[key, next.get(key) as Item]] : [])))
}
