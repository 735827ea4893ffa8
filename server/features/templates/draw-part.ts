import { drawThumbnail } from '#shared/draw-thumbnail.ts'
import { type FlowFile, isNote } from '#shared/flow-file.ts'
import { cutPart } from './cut-part.ts'
import { kindsIn } from './template-needs.ts'

/** What lists show of a part, so that they need not read it. */
export function describePart(file: FlowFile) {
  return {
    thumbnail: drawThumbnail(file),
    nodeCount: file.nodes.filter((node) => !isNote(node)).length,
    kinds: kindsIn(file),
  }
}

/** The same of what somebody brings, cut so that it stands by itself. */
export function drawPart(flowData: string) {
  const file = cutPart(flowData)
  return { flowData: JSON.stringify(file), ...describePart(file) }
}
