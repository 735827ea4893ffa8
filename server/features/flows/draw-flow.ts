import { drawThumbnail } from '#shared/draw-thumbnail.ts'
import { type FlowFile, isNote } from '#shared/flow-file.ts'

export function drawFlow(file: FlowFile) {
  return { thumbnail: drawThumbnail(file), nodeCount: file.nodes.filter((node) => !isNote(node)).length }
}
