import { drawThumbnail } from '#shared/draw-thumbnail.ts'
import { type FlowFile, isNote } from '#shared/flow-file.ts'
import { cutPart } from './cut-part.ts'
import { kindsIn } from './template-needs.ts'

export function describePart(file: FlowFile) {
  return {
    thumbnail: drawThumbnail(file),
    nodeCount: file.nodes.filter((node) => !isNote(node)).length,
    kinds: kindsIn(file),
  }
}

/** Cuts user-supplied flow data first, so that the part is self-contained. */
export function drawPart(flowData: string) {
  const file = cutPart(flowData)
  return { flowData: JSON.stringify(file), ...describePart(file) }
}
