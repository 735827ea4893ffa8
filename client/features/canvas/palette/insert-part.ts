import { pasteClip, readClip } from '../graph/clip.ts'
import type { Point } from '../graph/flow-graph.ts'
import type { CanvasStore } from '../store/canvas-store.ts'
import { findRoomFor } from './find-room.ts'

/** Puts a kept part onto the canvas under new ids, its corner at a point, as one step, and selects it. */
export function insertPart(store: CanvasStore, flowData: string, at: Point) {
  const clip = readClip(flowData)
  if (!clip || store.getState().locked) {
    return
  }
  const kinds = clip.nodes.map(({ data }) => data.name)
  store.getState().withTemplates(kinds, () => {
    let ids: string[] = []
    store.getState().act({ name: 'paste', count: clip.nodes.length }, (graph) => {
      const pasted = pasteClip(graph, clip, findRoomFor(store, at, clip))
      ids = pasted.ids
      return pasted.graph
    })
    store.getState().select(ids)
    store.getState().camera?.bringIn(ids)
  })
}
