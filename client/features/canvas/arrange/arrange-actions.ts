import { type Alignment, type Axis, align, distribute } from '../graph/align.ts'
import { boxOf, carryMembers, frameNodes, isArea, unframe } from '../graph/areas.ts'
import { moveNodes } from '../graph/edit.ts'
import { sameWidth } from '../graph/same-width.ts'
import type { CanvasStore } from '../store/canvas-store.ts'
import { sizesOf } from '../store/view.ts'

/** What can be done with the places of what is selected. */
export function createArranging(store: CanvasStore) {
  function boxes() {
    const { graph, selectedNodes, flowNodes } = store.getState()
    const sizes = sizesOf(flowNodes)
    return new Map(
      selectedNodes.flatMap((id) => {
        const node = graph.nodes.get(id)
        return node ? [[id, boxOf(node, sizes)] as const] : []
      }),
    )
  }

  return {
    align(way: Alignment) {
      const places = align(boxes(), way)
      store
        .getState()
        .act({ name: 'align', count: places.size }, (graph) => moveNodes(graph, carryMembers(graph, places)))
    },

    distribute(axis: Axis) {
      const places = distribute(boxes(), axis)
      store
        .getState()
        .act({ name: 'align', count: places.size }, (graph) => moveNodes(graph, carryMembers(graph, places)))
    },

    /** As wide as the widest of them; a card within the limits of cards. */
    sameWidth() {
      const widths = new Map([...boxes()].map(([id, { width }]) => [id, width]))
      store.getState().act({ name: 'sameWidth', count: widths.size }, (graph) => sameWidth(graph, widths))
    },

    group(title: string) {
      const { selectedNodes, flowNodes, act, select } = store.getState()
      let framed: string | undefined
      act({ name: 'frame', count: selectedNodes.length }, (graph) => {
        const made = frameNodes(graph, selectedNodes, title, sizesOf(flowNodes))
        framed = made?.id
        return made?.graph ?? graph
      })
      if (framed !== undefined) {
        select([framed])
        store.getState().put({ renaming: framed })
      }
    },

    ungroup() {
      const { selectedNodes, graph, act } = store.getState()
      const areas = selectedNodes.filter((id) => isArea(graph.nodes.get(id)))
      act({ name: 'unframe' }, (before) => unframe(before, areas))
    },
  }
}

export type Arranging = ReturnType<typeof createArranging>
