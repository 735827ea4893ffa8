import { englishOf } from '#client/texts/translate-nodes.ts'
import { placeNode } from '#shared/nodes.ts'
import { type Graph, type GraphNode, getNode, type Templates, withNodes } from './flow-graph.ts'
import { removeEdges } from './remove.ts'
import { hasOwnOutputs, portsOf } from './shape.ts'

export type NodeUpdate = {
  graph: Graph
  /** Keys of links to ports the newer version does not have. */
  lost: readonly string[]
}

/**
 * The node at the server's version: inputs stay by name, new ones get defaults, links move to the new port ids. Undefined for
 * an unknown node type.
 */
export function updateNode(graph: Graph, id: string, templates: Templates): NodeUpdate | undefined {
  const node = getNode(graph, id)
  const template = templates.get(node.data.name)
  if (!template) {
    return undefined
  }
  const placed = placeNode(englishOf(template), id)
  const { inputs, outputs, label, credential, selected } = node.data
  const known = new Set(
    template.inputs.flatMap(({ name, tabs = [] }) => [name, ...tabs.map((tab) => tab.name)]),
  )
  const stored = Object.entries(inputs).filter(
    ([name]) => known.has(name) || name.includes('_') || isOwnKey(name),
  )
  const chosen = placed.outputAnchors.some(
    ({ name, options = [] }) =>
      name === 'output' && options.some((option) => option.name === outputs?.output),
  )
  const data = {
    ...placed,
    ...(selected !== undefined && { selected }),
    ...(credential !== undefined && { credential }),
    label: label || placed.label,
    inputs: { ...placed.inputs, ...Object.fromEntries(stored) },
    ...(chosen && { outputs }),
    ...(hasOwnOutputs(node, template) && ownOf(node.data)),
  }
  const updated = withNodes(graph, [[id, { ...node, data }]])
  const touching = [...updated.edges].filter(([, { source, target }]) => source === id || target === id)
  const lost = touching.filter(([, edge]) => {
    const { output, input } = portsOf(updated, edge, templates)
    return !(output && input)
  })
  const moved = touching
    .filter(([key]) => !lost.some(([gone]) => gone === key))
    .map(([key, edge]) => {
      const { output, input } = portsOf(updated, edge, templates)
      return [key, { ...edge, sourceHandle: output?.id, targetHandle: input?.id }] as const
    })
  const keys = lost.map(([key]) => key)
  const linked = { ...updated, edges: new Map([...updated.edges, ...moved]) }
  return { graph: removeEdges(linked, keys, templates), lost: keys }
}

/** What a node's users, not its type, decide about its ports and look. */
function ownOf(data: GraphNode['data']) {
  const names = ['outputAnchors', 'outputs', 'color', 'hideInput', 'hideOutput']
  return Object.fromEntries(names.filter((name) => name in data).map((name) => [name, data[name]]))
}

/** Keys of the canvas that are not declared fields. */
function isOwnKey(name: string) {
  return name === 'FLOWISE_CREDENTIAL_ID'
}

/** Updates all outdated nodes as one step. */
export function updateAll(graph: Graph, ids: readonly string[], templates: Templates): NodeUpdate {
  return ids.reduce<NodeUpdate>(
    (done, id) => {
      const next = updateNode(done.graph, id, templates)
      return next ? { graph: next.graph, lost: [...done.lost, ...next.lost] } : done
    },
    { graph, lost: [] },
  )
}
