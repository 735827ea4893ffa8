import { isDisabled } from './disabled-nodes.ts'
import { type FlowEdge, type FlowFile, type FlowNode, isNote, referencedNode } from './flow-file.ts'
import { isRecord } from './json.ts'
import { nameOfHandle } from './nodes.ts'

/**
 * One differing value: an input by name, or `label`, `credential`, `output`, `version`, `disabled` of the node
 * itself.
 */
export type FieldChange = { field: string; of: 'input' | 'node'; before: unknown; after: unknown }

export type ChangedNode = {
  id: string
  label: string
  name: string
  isNote: boolean
  fields: FieldChange[]
}
export type DiffNode = Omit<ChangedNode, 'fields'>

/** A link, identified by its ends. `input` is the name of its target field. */
export type DiffEdge = { key: string; source: string; target: string; input: string | undefined }

/** Moves do not change behaviour, so nodes that only moved are listed separately. */
export type FlowDiff = {
  added: DiffNode[]
  removed: DiffNode[]
  changed: ChangedNode[]
  moved: string[]
  addedEdges: DiffEdge[]
  removedEdges: DiffEdge[]
}

/** Counts nodes, and links between nodes that exist on both sides. */
export type ChangeCount = { added: number; removed: number; changed: number }

/** Inputs written by an edge are reported as the edge alone. */
export function diffFlows(before: FlowFile, after: FlowFile): FlowDiff {
  const [old, fresh] = [byId(before.nodes), byId(after.nodes)]
  const both = [...fresh].flatMap(([id, node]) => {
    const earlier = old.get(id)
    return earlier ? [{ earlier, node }] : []
  })
  const [oldEdges, freshEdges] = [edgesByKey(before.edges), edgesByKey(after.edges)]
  return {
    added: [...fresh.values()].filter(({ id }) => !old.has(id)).map(toDiffNode),
    removed: [...old.values()].filter(({ id }) => !fresh.has(id)).map(toDiffNode),
    changed: both
      .map(({ earlier, node }) => ({ ...toDiffNode(node), fields: compareNodes(earlier, node) }))
      .filter(({ fields }) => fields.length > 0),
    moved: both.filter(({ earlier, node }) => hasMoved(earlier, node)).map(({ node }) => node.id),
    addedEdges: [...freshEdges.values()].filter(({ key }) => !oldEdges.has(key)),
    removedEdges: [...oldEdges.values()].filter(({ key }) => !freshEdges.has(key)),
  }
}

/** Links of added or removed nodes belong to them and are not counted again. */
export function countChanges(diff: FlowDiff): ChangeCount {
  const { added, removed, changed } = diff
  return {
    added: added.length + ownEdges(diff.addedEdges, added).length,
    removed: removed.length + ownEdges(diff.removedEdges, removed).length,
    changed: changed.length,
  }
}

export function ownEdges(edges: readonly DiffEdge[], nodes: readonly DiffNode[]): DiffEdge[] {
  const ids = new Set(nodes.map(({ id }) => id))
  return edges.filter(({ source, target }) => !(ids.has(source) || ids.has(target)))
}

export function isSameFlow({ added, removed, changed }: ChangeCount): boolean {
  return added + removed + changed === 0
}

function byId(nodes: readonly FlowNode[]) {
  return new Map(nodes.map((node) => [node.id, node]))
}

function edgesByKey(edges: readonly FlowEdge[]): Map<string, DiffEdge> {
  return new Map(edges.map(toDiffEdge).map((edge) => [edge.key, edge]))
}

// Compared by anchor names, because older files list different classes in their handles.
function toDiffEdge({ source, target, sourceHandle, targetHandle }: FlowEdge): DiffEdge {
  const input = nameOfHandle(targetHandle ?? '')
  const output = nameOfHandle(sourceHandle ?? '') ?? sourceHandle ?? ''
  return { key: [source, output, target, input ?? targetHandle ?? ''].join(' '), source, target, input }
}

function toDiffNode(node: FlowNode): DiffNode {
  const { label, name } = node.data
  return { id: node.id, label: label || name, name, isNote: isNote(node) }
}

/** Only what affects behaviour; the rest of a node's data is a copy of the catalogue. */
const ownFields = ['label', 'credential', 'version', 'name'] as const

function compareNodes(before: FlowNode, after: FlowNode): FieldChange[] {
  const own = ownFields.map((field) => ({
    field: field as string,
    of: 'node' as const,
    before: before.data[field],
    after: after.data[field],
  }))
  const disabled = {
    field: 'disabled',
    of: 'node' as const,
    before: isDisabled(before) ? '✓' : undefined,
    after: isDisabled(after) ? '✓' : undefined,
  }
  const outputs = {
    field: 'output',
    of: 'node' as const,
    before: before.data.outputs?.output,
    after: after.data.outputs?.output,
  }
  const names = new Set([...Object.keys(before.data.inputs), ...Object.keys(after.data.inputs)])
  const inputs = [...names].map((field) => ({
    field,
    of: 'input' as const,
    before: withoutLinks(before.data.inputs[field]),
    after: withoutLinks(after.data.inputs[field]),
  }))
  return [...own, disabled, outputs, ...inputs].filter(
    (change) => textOf(change.before) !== textOf(change.after),
  )
}

function withoutLinks(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.filter((item) => referencedNode(item) === undefined)
  }
  return referencedNode(value) === undefined ? value : undefined
}

/** Flow files encode an empty value in several ways, and may store a number as text. */
function textOf(value: unknown): string {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) {
    return ''
  }
  return typeof value === 'object' ? JSON.stringify(value, sortKeys) : String(value)
}

function sortKeys(_: string, value: unknown): unknown {
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value
}

function hasMoved(before: FlowNode, after: FlowNode): boolean {
  const [old, fresh] = [before.position, after.position] as ({ x?: unknown; y?: unknown } | undefined)[]
  return old?.x !== fresh?.x || old?.y !== fresh?.y || before.parentNode !== after.parentNode
}
