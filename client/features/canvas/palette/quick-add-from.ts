import type { OpenEnd } from '../graph/fits.ts'
import type { Point } from '../graph/flow-graph.ts'
import { inputPorts, outputPorts, shapeOf } from '../graph/shape.ts'
import type { CanvasState } from '../store/canvas-store.ts'
import { linkKey } from '../store/derive.ts'
import type { QuickAdd } from '../store/surface.ts'

const across = 104
const cardWidth = 320

/** Quick-add for a node nothing on the canvas fits: at a port, or at the one that needs a link most. */
export function quickAddFrom(
  state: CanvasState,
  node: string,
  port: OpenEnd | undefined,
  at: Point,
): QuickAdd | undefined {
  const from = port ?? openPort(state, node)
  const card = state.flowNodes.find(({ id }) => id === node)
  const { x, y } = card?.positionAbsolute ?? card?.position ?? { x: 0, y: 0 }
  const left = from?.side === 'in' ? x - across - cardWidth : x + (card?.width ?? cardWidth) + across
  return from && { at, place: { x: left, y }, from }
}

/** A required input that is still open, else an output, else any input. */
function openPort({ graph, templates, links }: CanvasState, id: string): OpenEnd | undefined {
  const node = graph.nodes.get(id)
  if (!node) {
    return undefined
  }
  const shape = shapeOf(node, templates)
  const open = inputPorts(shape).filter(({ name }) => !links.has(linkKey(id, name)))
  const required = open.find(({ optional, acceptVariable }) => !(optional || acceptVariable))
  const [output] = outputPorts(shape, node.data)
  const input = required ?? (output ? undefined : open[0])
  if (input) {
    return { node: id, handle: input.id, side: 'in' }
  }
  return output && { node: id, handle: output.id, side: 'out' }
}
