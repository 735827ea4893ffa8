import { type FlowFile, referencedNode } from '#shared/flow-file.ts'

/** Removes the nodes of some kinds from a flow file, with their links; references to them become empty. */
export function leaveOut(file: FlowFile, kinds: readonly string[]): FlowFile {
  const gone = new Set(file.nodes.filter(({ data }) => kinds.includes(data.name)).map(({ id }) => id))
  if (gone.size === 0) {
    return file
  }
  return {
    ...file,
    nodes: file.nodes
      .filter(({ id }) => !gone.has(id))
      .map((node) => ({ ...node, data: { ...node.data, inputs: withoutLinks(node.data.inputs, gone) } })),
    edges: file.edges.filter(({ source, target }) => !(gone.has(source) || gone.has(target))),
  }
}

function withoutLinks(inputs: Record<string, unknown> | undefined, gone: ReadonlySet<string>) {
  const isLost = (value: unknown) => gone.has(referencedNode(value) ?? '')
  return Object.fromEntries(
    Object.entries(inputs ?? {}).map(([name, value]) => {
      if (Array.isArray(value)) {
        return [name, value.filter((each) => !isLost(each))]
      }
      return [name, isLost(value) ? '' : value]
    }),
  )
}
