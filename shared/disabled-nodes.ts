import { type FlowEdge, type FlowNode, referencedNode } from './flow-file.ts'

/** Where it is kept in a node's data. Flowise and our own API know nothing of it: there the node is there as ever. */
export const disabledKey = 'flowtillDisabled'
/** By input: the label of the disabled node it would read. Never in a file, only in what `withoutDisabled` gives. */
const lacksKey = 'flowtillLacks'

type Data = FlowNode['data']
type Part = { nodes: ReadonlyMap<string, FlowNode>; edges: Iterable<FlowEdge> }

/** Whether somebody has switched the node off. */
export function isDisabled({ data }: { data: Readonly<Record<string, unknown>> }): boolean {
  return data[disabledKey] === true
}

/** The disabled node an input of this node would read, by its label. */
export function lackedBy(data: Data, field: string): string | undefined {
  return (data[lacksKey] as Record<string, string> | undefined)?.[field]
}

/**
 * The flow as it runs: disabled nodes, what stands in them, and every link of theirs are not there, and inputs that name
 * them are empty. The very same flow when none is disabled. Its nodes are not for saving.
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

/** The same of a file. */
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
  const lacks: Record<string, string> = {}
  const inputs = { ...node.data.inputs }
  for (const [field, value] of Object.entries(inputs)) {
    const gone = [value]
      .flat()
      .map(referencedNode)
      .find((id) => id !== undefined && off.has(id))
    if (gone !== undefined) {
      lacks[field] = labelOf(gone)
      inputs[field] = Array.isArray(value) ? value.filter((each) => !off.has(referencedNode(each) ?? '')) : ''
    }
  }
  return Object.keys(lacks).length === 0
    ? node
    : { ...node, data: { ...node.data, inputs, [lacksKey]: lacks } }
}
