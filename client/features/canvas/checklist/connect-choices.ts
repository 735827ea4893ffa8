import type { OpenEnd } from '../graph/fits.ts'
import { inputPorts, shapeOf } from '../graph/shape.ts'
import { findAllTargets, findTargets, type Target } from '../graph/targets.ts'
import type { CanvasState } from '../store/canvas-store.ts'
import type { Matter } from './use-matters.ts'

/** The port a line is about, if it names one that takes links. */
export function endOf(
  { nodeId, field }: Pick<Matter, 'nodeId' | 'field'>,
  { graph, templates }: Pick<CanvasState, 'graph' | 'templates'>,
): OpenEnd | undefined {
  const node = nodeId === undefined ? undefined : graph.nodes.get(nodeId)
  const input = node && inputPorts(shapeOf(node, templates)).find(({ name }) => name === field)
  return nodeId !== undefined && input ? { node: nodeId, handle: input.id, side: 'in' } : undefined
}

/** What the node of a line could be linked to: at its port, or anywhere. */
export function choicesFor(
  matter: Pick<Matter, 'nodeId' | 'field'>,
  state: Pick<CanvasState, 'graph' | 'templates'>,
): Target[] {
  const { graph, templates } = state
  const end = endOf(matter, state)
  return end
    ? findTargets(graph, end, templates)
    : matter.nodeId === undefined
      ? []
      : findAllTargets(graph, matter.nodeId, templates)
}
