import { drawThumbnail } from '#shared/draw-thumbnail.ts'
import { type FlowFile, isNote } from '#shared/flow-file.ts'

/** What lists show of a flow, so that they need not read it. */
export function drawFlow(file: FlowFile) {
  return { thumbnail: drawThumbnail(file), nodeCount: file.nodes.filter((node) => !isNote(node)).length }
}
