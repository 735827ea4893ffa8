import type { Known } from '#shared/check-known.ts'
import { fileWithoutDisabled } from '#shared/disabled-nodes.ts'
import { type FlowFile, type FlowNode, isNote, referencedNode } from '#shared/flow-file.ts'
import { outputOf } from '../branches.ts'
import { blockingIssues, type Catalogue } from '../check-flow.ts'
import { planParts, rejectIssues } from '../plan-flow.ts'
import { toPlannedNode } from '../planned-node.ts'
import type { ProgramNode } from './program.ts'

export type StepEdge = { source: string; output: string; target: string }

/** A file whose steps and components are connected by the same kind of edge. */
export type ConnectedFile = {
  flow: FlowFile
  catalogue: Catalogue
  steps: FlowNode[]
  components: FlowNode[]
  /** Edges between steps, without duplicates of older files. */
  edges: StepEdge[]
}

/** Throws INVALID_FLOW with all issues in `details.issues`. */
export function readConnectedFile(file: FlowFile, catalogue: Catalogue, known?: Known): ConnectedFile {
  rejectIssues(blockingIssues(file, catalogue, known))
  const flow = fileWithoutDisabled(file)
  const nodes = flow.nodes.filter((node) => !isNote(node))
  const isStep = ({ data }: FlowNode) => catalogue.get(data.name)?.step !== undefined
  const steps = nodes.filter(isStep)
  const ids = new Set(steps.map(({ id }) => id))
  const edges = flow.edges
    .filter(({ source, target }) => ids.has(source) && ids.has(target))
    .map((edge) => ({ source: edge.source, target: edge.target, output: outputOf(edge) ?? '' }))
  const unique = new Map(edges.map((edge) => [JSON.stringify(edge), edge]))
  const components = nodes.filter((node) => !isStep(node))
  return { flow, catalogue, steps, components, edges: [...unique.values()] }
}

type Connected = {
  edges: readonly StepEdge[]
  /** The step whose model is the default of all others. */
  entry: FlowNode
  /** Components that only later steps run. */
  offers?: readonly string[]
}

/** A step with the components connected to it. Without a model of its own it uses the one of the first step. */
export function toProgramNode(
  node: FlowNode,
  order: number,
  { flow, catalogue, components }: ConnectedFile,
  { edges, entry, offers = [] }: Connected,
): ProgramNode {
  const planned = toPlannedNode(node, catalogue)
  const usesDefault = planned.node.inputs.model !== undefined && !node.data.inputs.model
  const { model } = entry.data.inputs
  const sources = flow.edges.filter(({ target }) => target === node.id).map(({ source }) => source)
  const defaults = usesDefault ? referencesIn(model) : []
  const parts = planParts([...sources, ...defaults, ...offers], components, flow, catalogue)
  const inputs = { ...node.data.inputs, ...(usesDefault && { model }) }
  return {
    ...planned,
    data: { ...planned.data, inputs },
    order,
    edges: edges.map(({ output, target }) => ({ output, target })),
    joins: [],
    streams: false,
    ...(parts && { parts }),
    ...(offers.length > 0 && { offers }),
  }
}

/** Ids of the nodes that an input refers to. */
export function referencesIn(value: unknown): string[] {
  return [...new Set([value].flat().flatMap((each) => referencedNode(each) ?? []))]
}

/** Names are compared as Flowise does: without case, and with underscores for spaces. */
export function toStepName(name: unknown): string {
  return String(name ?? '')
    .trim()
    .toLowerCase()
    .replaceAll(/\s/g, '_')
}
