import type { FlowNode } from '#shared/flow-file.ts'
import type { Catalogue } from './check-flow.ts'
import type { NodeDefinition } from './define-node.ts'

export type PlannedNode = {
  id: string
  label: string
  data: FlowNode['data']
  node: NodeDefinition
}

type Inputs = Readonly<Record<string, unknown>>
/** Returns the inputs overridden by a caller, by node id. */
export type OverridesOf = (nodes: readonly PlannedNode[]) => ReadonlyMap<string, Inputs>

/** The kind of the node must be in the catalogue. */
export function toPlannedNode({ id, data }: FlowNode, catalogue: Catalogue): PlannedNode {
  const node = catalogue.get(data.name) as NodeDefinition
  return { id, label: data.label || data.name, data, node }
}

/** Nodes of an unknown kind stay unchanged; the flow check reports them. */
export function overrideNodes(nodes: FlowNode[], catalogue: Catalogue, overridesOf: OverridesOf): FlowNode[] {
  const known = nodes.filter(({ data }) => catalogue.has(data.name))
  const overrides = overridesOf(known.map((node) => toPlannedNode(node, catalogue)))
  return nodes.map((node) => {
    const inputs = overrides.get(node.id)
    const { data } = node
    return inputs ? { ...node, data: { ...data, inputs: { ...data.inputs, ...inputs } } } : node
  })
}
