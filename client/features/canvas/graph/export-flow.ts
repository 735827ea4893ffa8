import { stripSecrets } from '#client/components/strip-secrets.ts'
import type { FlowFile } from '#shared/flow-file.ts'
import { type Graph, type GraphNode, type Templates, withData, writeGraph } from './flow-graph.ts'
import { shapeOf } from './shape.ts'

const secretTypes = new Set(['password', 'file', 'folder'])

/** The flow as a shareable file: nodes and edges, without secrets. */
export function exportFlow(graph: Graph, templates: Templates) {
  const { nodes, edges }: FlowFile = writeGraph(graph)
  return stripSecrets({ nodes: nodes.map((node) => dropSecrets(node, templates)), edges })
}

// The file's field list may be incomplete, so the catalogue decides which fields are secret.
function dropSecrets(node: GraphNode, templates: Templates): GraphNode {
  const secret = new Set(
    shapeOf(node, templates)
      .params.filter(({ type }) => secretTypes.has(type))
      .map(({ name }) => name),
  )
  const inputs = Object.entries(node.data.inputs).filter(([name]) => !secret.has(name))
  return secret.size > 0 ? withData(node, { inputs: Object.fromEntries(inputs) }) : node
}

export function download(name: string, text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 1_000)
}
