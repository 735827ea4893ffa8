import { type ChangedNode, diffFlows, type FieldChange, type FlowDiff, ownEdges } from '#shared/flow-diff.ts'
import { type Graph, labelIn, type Templates, writeGraph } from './flow-graph.ts'
import { shapeOf } from './shape.ts'

/** A field for display. Secret values are never included, only the fact of a change. */
export type FieldView = {
  key: string
  label: string
  before: string
  after: string
  isSecret: boolean
  isText: boolean
}
type NodeView = { id: string; label: string; fields: FieldView[] }
type LinkView = { key: string; from: string; to: string; input: string }

export type DiffView = {
  diff: FlowDiff
  added: { id: string; label: string }[]
  removed: { id: string; label: string }[]
  changed: NodeView[]
  addedLinks: LinkView[]
  removedLinks: LinkView[]
  moved: number
}

type Sides = { before: Graph; after: Graph }

function diffGraphs({ before, after }: Sides): FlowDiff {
  return diffFlows(writeGraph(before), writeGraph(after))
}

/** Fields with their labels in the catalogue; nodes of unknown kinds keep the names of the file. */
export function viewDiff({ before, after }: Sides, templates: Templates): DiffView {
  const diff = diffGraphs({ before, after })
  const labelOf = (id: string) => {
    return labelIn(after.nodes.has(id) ? after : before, id)
  }
  const named = ({ id }: { id: string }) => ({ id, label: labelOf(id) })
  const toLink = (edge: FlowDiff['addedEdges'][number]) => ({
    key: edge.key,
    from: labelOf(edge.source),
    to: labelOf(edge.target),
    input: inputLabel(after.nodes.has(edge.target) ? after : before, edge.target, edge.input, templates),
  })
  return {
    diff,
    added: diff.added.map(named),
    removed: diff.removed.map(named),
    changed: diff.changed.map((node) => toNodeView(node, after, templates)),
    addedLinks: ownEdges(diff.addedEdges, diff.added).map(toLink),
    removedLinks: ownEdges(diff.removedEdges, diff.removed).map(toLink),
    moved: diff.moved.length,
  }
}

const secretTypes = new Set(['password', 'credential'])
/** Shorter texts are compared side by side. */
const longText = 28

function toNodeView({ id, fields }: ChangedNode, after: Graph, templates: Templates): NodeView {
  return {
    id,
    label: labelIn(after, id),
    fields: fields.map((field) => toFieldView(id, field, after, templates)),
  }
}

function toFieldView(id: string, change: FieldChange, after: Graph, templates: Templates): FieldView {
  const node = after.nodes.get(id)
  const shape = node && shapeOf(node, templates)
  const input = shape && [...shape.params, ...shape.anchors].find(({ name }) => name === change.field)
  const [before, now] = [textOf(change.before), textOf(change.after)]
  const isSecret = change.of === 'node' ? change.field === 'credential' : secretTypes.has(input?.type ?? '')
  return {
    key: `${change.of} ${change.field}`,
    label: change.of === 'node' ? change.field : (input?.label ?? change.field),
    before,
    after: now,
    isSecret,
    isText: !isSecret && (Math.max(before.length, now.length) > longText || /\n/.test(before + now)),
  }
}

function inputLabel(graph: Graph, id: string, input: string | undefined, templates: Templates): string {
  const node = graph.nodes.get(id)
  const shape = node && shapeOf(node, templates)
  const found = shape && [...shape.anchors, ...shape.params].find(({ name }) => name === input)
  return found?.label ?? input ?? ''
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) {
    return ''
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
