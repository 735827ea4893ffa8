import { type FlowEdge, type FlowNode, referencedNode } from './flow-file.ts'

/** Key in a node's data. Flowise and our API ignore it, so there the node is active. */
export const disabledKey = 'flowtillDisabled'
/**
 * By input: the label of the disabled node it would read. Only in the result of `withoutDisabled`, never in a
 * file.
 */
const lacksKey = 'flowtillLacks'

type Data = FlowNode['data']
type Part = { nodes: ReadonlyMap<string, FlowNode>; edges: Iterable<FlowEdge> }

export function isDisabled({ data }: { data: Readonly<Record<string, unknown>> }): boolean {
  return data[disabledKey] === true
}

export function lackedBy(data: Data, field: string): string | undefined {
  return (data[lacksKey] as Record<string, string> | undefined)?.[field]
}

/**
 * The flow as it runs: without disabled nodes, the nodes inside them and their links, and with empty inputs in
 * place of references to them. Returns the same object when none is disabled. Its nodes are not for saving.
 */
export function withoutDisabled<Whole extends Part>(flow: Whole): Part & Pick<Whole, 'nodes'> {
  const off = disabledIn(flow.nodes)
  if (off.size === 0) {
    return flow
  }
  const labelOf = (id: string) => off.get(id)?.data.label || id
  const nodes = new Map(
    [...flow.nodes]
      .filter(([id]) => !off.has(id))
      .map(([id, node]): [string, FlowNode] => [id, withoutReads(node, off, labelOf)]),
  )
  const edges = [...flow.edges].filter(({ source, target }) => !(off.has(source) || off.has(target)))
  return { nodes, edges }
}

export function fileWithoutDisabled<File extends { nodes: FlowNode[]; edges: FlowEdge[] }>(file: File): File {
  if (!file.nodes.some(isDisabled)) {
    return file
  }
  const { nodes, edges } = withoutDisabled({
    nodes: new Map(file.nodes.map((node) => [node.id, node])),
    edges: file.edges,
  })
  return { ...file, nodes: [...nodes.values()], edges: [...edges] }
}

function disabledIn(nodes: Part['nodes']): ReadonlyMap<string, FlowNode> {
  const off = new Map([...nodes].filter(([, node]) => isDisabled(node)))
  if (off.size > 0) {
    for (const [id, node] of nodes) {
      if (typeof node.parentNode === 'string' && off.has(node.parentNode)) {
        off.set(id, node)
      }
    }
  }
  return off
}

function withoutReads(
  node: FlowNode,
  off: ReadonlyMap<string, FlowNode>,
  labelOf: (id: string) => string,
): FlowNode {
  const missing: Record<string, string> = {}
  const inputs = { ...node.data.inputs }
  for (const [field, value] of Object.entries(inputs)) {
    const removed = [value]
      .flat()
      .map(referencedNode)
      .find((id) => id !== undefined && off.has(id))
    if (removed !== undefined) {
      missing[field] = labelOf(removed)
      inputs[field] = Array.isArray(value) ? value.filter((each) => !off.has(referencedNode(each) ?? '')) : ''
    }
  }
  return Object.keys(missing).length === 0
    ? node
    : { ...node, data: { ...node.data, inputs, [lacksKey]: missing } }
}
