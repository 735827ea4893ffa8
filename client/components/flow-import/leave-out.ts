import { type FlowFile, referencedNode } from '#shared/flow-file.ts'

/** Removes the nodes of some kinds from a flow file, with their links; references to them become empty. */
export function leaveOut(file: FlowFile, kinds: readonly string[]): FlowFile {
  const removed = new Set(file.nodes.filter(({ data }) => kinds.includes(data.name)).map(({ id }) => id))
  if (removed.size === 0) {
    return file
  }
  return {
    ...file,
    nodes: file.nodes
      .filter(({ id }) => !removed.has(id))
      .map((node) => ({ ...node, data: { ...node.data, inputs: withoutLinks(node.data.inputs, removed) } })),
    edges: file.edges.filter(({ source, target }) => !(removed.has(source) || removed.has(target))),
  }
}

function withoutLinks(inputs: Record<string, unknown> | undefined, removed: ReadonlySet<string>) {
  const isLost = (value: unknown) => removed.has(referencedNode(value) ?? '')
  return Object.fromEntries(
    Object.entries(inputs ?? {}).map(([name, value]) => {
      if (Array.isArray(value)) {
        return [name, value.filter((each) => !isLost(each))]
      }
      return [name, isLost(value) ? '' : value]
    }),
  )
}
