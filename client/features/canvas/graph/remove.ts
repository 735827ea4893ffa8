import { referencedNode, referenceTo } from '#shared/flow-file.ts'
import { isRecord } from '#shared/json.ts'
import type { TemplateInput } from '#shared/nodes.ts'
import { isStart } from '../agent/control-links.ts'
import { withMembers } from './areas.ts'
import { type Graph, type GraphEdge, type Templates, withData, withNodes } from './flow-graph.ts'
import { inputOfHandle, shapeOf } from './shape.ts'

/** Removes links, and the references they wrote into the inputs of their targets. */
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
  // Two outputs of one node may feed the same list, so the entry stays for the other link.
  const other = [...graph.edges.values()].some(
    ({ source, target, targetHandle }) =>
      source === edge.source && target === edge.target && targetHandle === edge.targetHandle,
  )
  const value = other ? addReference(dropped, input, edge.source) : dropped
  const cleared = withData(node, { inputs: { ...node.data.inputs, [input.name]: value } })
  return withNodes(graph, [[edge.target, cleared]])
}

/** Removes nodes with their links and, of a container or a frame, its children. */
export function removeNodes(graph: Graph, ids: readonly string[], templates: Templates): Graph {
  const removed = withChildren(
    graph,
    // A control-flow file requires its one start, which therefore cannot be removed.
    ids.filter((id) => !isStart(graph.nodes.get(id))),
  )
  const keys = [...graph.edges].filter(([, { source, target }]) => removed.has(source) || removed.has(target))
  const unlinked = removeEdges(
    graph,
    keys.map(([key]) => key),
    templates,
  )
  return { ...unlinked, nodes: new Map([...unlinked.nodes].filter(([id]) => !removed.has(id))) }
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

type Slot = Pick<TemplateInput, 'list' | 'acceptVariable'> | undefined

/** The value of an input after linking a node: a longer list, a longer text, or the reference alone. */
export function addReference(value: unknown, slot: Slot, source: string): unknown {
  const reference = referenceTo(source)
  if (slot?.list) {
    return [...listOf(value), reference]
  }
  return slot?.acceptVariable ? `${textOf(value)}${reference}` : reference
}

/**
 * What an input holds once the link is gone: a list loses the entry for the source, a text that takes variables loses the
 * reference, any other input becomes empty.
 */
function dropReference(value: unknown, slot: Slot, source: string): unknown {
  if (slot?.list || Array.isArray(value)) {
    return listOf(value).filter((entry) => referencedNode(entry) !== source)
  }
  return slot?.acceptVariable
    ? replaceReferences(textOf(value), (id) => (id === source ? '' : undefined))
    : ''
}

/** Replaces references in a value at any depth. `rename` returns the new id, or undefined to clear the link. */
export function renameReferences(value: unknown, rename: (id: string) => string | undefined): unknown {
  if (Array.isArray(value)) {
    return value
      .filter(
        (entry) => referencedNode(entry) === undefined || rename(String(referencedNode(entry))) !== undefined,
      )
      .map((entry) => renameReferences(entry, rename))
  }
  if (typeof value === 'string') {
    return replaceReferences(value, (id, whole) => {
      const renamed = rename(id)
      return renamed === undefined ? '' : whole.replace(id, renamed)
    })
  }
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, renameReferences(each, rename)]))
    : value
}

const pattern = /\{\{([^{}]+?)\.data\.instance(?:\.[^{}]*)?\}\}/g

/** `replace` returns undefined to leave a reference unchanged. */
function replaceReferences(text: string, replace: (id: string, whole: string) => string | undefined): string {
  return text.replace(pattern, (match: string, id: string) => replace(id, match) ?? match)
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value)
    ? value
    : [value].filter((entry) => entry !== '' && entry !== undefined && entry !== null)
}

function textOf(value: unknown): string {
  return typeof value === 'string'
    ? value
    : value === undefined || value === null
      ? ''
      : JSON.stringify(value)
}
