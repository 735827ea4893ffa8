import type { CanvasStore } from '../store/canvas-store.ts'

/** A field behind "More settings", or on a card too small to be read, is shown in the inspector. */
export function openWhereFieldIs(store: CanvasStore, nodeId: string, field: string) {
  const { graph, templates } = store.getState()
  const template = templates.get(graph.nodes.get(nodeId)?.data.name ?? '')
  const hidden = template?.inputs.find(({ name }) => name === field)?.additionalParams
  if (hidden || innerWidth < 900) {
    store.getState().put({ dock: 'inspector' })
  }
}
