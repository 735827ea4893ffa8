import type { View } from '../board/board.ts'
import { boundsOf, boxOf } from '../graph/areas.ts'
import { pasteClip } from '../graph/clip.ts'
import type { Graph, Point } from '../graph/flow-graph.ts'
import { findFreePlace } from '../graph/place.ts'
import type { CanvasStore } from '../store/canvas-store.ts'
import { kindsOf } from '../store/catalogue.ts'

/** After the new cards have rendered. */
const drawnMs = 50

/** Inserts a flow as one undo step, as close to the point or the centre as there is space. */
export function insertFlow(store: CanvasStore, view: View, flow: Graph, at?: Point) {
  store.getState().withTemplates(kindsOf(flow), () => insert(store, view, flow, at))
}

function insert(store: CanvasStore, view: View, flow: Graph, at: Point | undefined) {
  const nodes = [...flow.nodes.values()]
  const { width, height } = boundsOf(nodes.map((node) => boxOf(node, new Map())))
  const middle = at ?? view.centre()
  const taken = store.getState().flowNodes.map(({ position, width: wide, height: high }) => ({
    ...position,
    width: wide ?? 320,
    height: high ?? 240,
  }))
  const target = { x: middle.x - width / 2, y: middle.y - height / 2 }
  const corner = findFreePlace(target, { width, height }, taken)
  let ids: string[] = []
  store.getState().act({ name: 'insert', count: nodes.length }, (graph) => {
    const pasted = pasteClip(graph, { nodes, edges: [...flow.edges.values()] }, corner)
    ids = pasted.ids
    return pasted.graph
  })
  store.getState().select(ids)
  store.getState().put({ importing: undefined })
  setTimeout(view.fitSelection, drawnMs)
}

export function replaceFlow(store: CanvasStore, view: View, flow: Graph) {
  store.getState().withTemplates(kindsOf(flow), () => {
    store.getState().act({ name: 'load', count: flow.nodes.size }, () => flow)
    store.getState().put({ importing: undefined })
    setTimeout(view.fit, drawnMs)
  })
}
