import { nodeLabel } from '#client/texts/node-texts.ts'
import type { Ends } from './connect.ts'
import { judge, type Verdict } from './connect.ts'
import type { OpenEnd } from './fits.ts'
import type { Graph, GraphNode, Templates } from './flow-graph.ts'
import { inputPorts, outputPorts, shapeOf } from './shape.ts'

/** A link that could be made: where it goes, in words, and whether another has to give way. */
export type Target = {
  ends: Ends
  node: string
  nodeLabel: string
  portLabel: string
  portType: string
  verdict: Verdict
}

/** Everything an open end could be linked to, the free ones first. */
export function findTargets(graph: Graph, end: OpenEnd, templates: Templates): Target[] {
  const found = [...graph.nodes].flatMap(([id, node]) =>
    portsAcross(node, end, templates).map((port): Target => {
      const ends =
        end.side === 'out'
          ? { source: end.node, sourceHandle: end.handle, target: id, targetHandle: port.id }
          : { source: id, sourceHandle: port.id, target: end.node, targetHandle: end.handle }
      const verdict = judge(graph, ends, templates)
      return {
        ends,
        node: id,
        nodeLabel: nodeLabel(node.data),
        portLabel: port.label,
        portType: port.type,
        verdict,
      }
    }),
  )
  const possible = found.filter(({ verdict }) => verdict.fits || verdict.reason === 'taken')
  return possible.toSorted((a, b) => Number(b.verdict.fits) - Number(a.verdict.fits))
}

/** Everything a node could be linked to, from any of its ports. */
export function findAllTargets(graph: Graph, id: string, templates: Templates): Target[] {
  const node = graph.nodes.get(id)
  if (!node) {
    return []
  }
  const shape = shapeOf(node, templates)
  const ends: OpenEnd[] = [
    ...outputPorts(shape, node.data).map((port) => ({ node: id, handle: port.id, side: 'out' as const })),
    ...inputPorts(shape).map((port) => ({ node: id, handle: port.id, side: 'in' as const })),
  ]
  return ends.flatMap((end) => findTargets(graph, end, templates))
}

function portsAcross(node: GraphNode, { side }: OpenEnd, templates: Templates) {
  const shape = shapeOf(node, templates)
  return side === 'out' ? inputPorts(shape) : outputPorts(shape, node.data)
}
