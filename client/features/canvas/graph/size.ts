import { isNote } from '#shared/flow-file.ts'
import { stepSize } from '../agent/step-view.ts'
import type { GraphNode, Templates } from './flow-graph.ts'
import { shapeOf, shownInputs } from './shape.ts'

/** Width and height in px at zoom 1. */
export type Size = { width: number; height: number }

export const cardWidth = { usual: 320, least: 280, most: 480 }
export const noteSize = { width: 300, height: 102 }
/** canvas-notes.md: head, rows of anchors and fields, the line for more settings, outputs. */
const [head, anchorRow, paramRow, moreRow, outputRow, padding] = [52, 28, 32, 28, 28, 16]

/**
 * What a card takes: as its file says, or as its rows let one expect. Known before it is drawn, so that a flow of a
 * thousand cards opens without drawing all of them only to measure them.
 */
export function sizeOf(node: GraphNode, templates: Templates): Size {
  const [width, height] = [lengthOf(node.width), lengthOf(node.height)]
  if (isNote(node)) {
    return { width: width ?? noteSize.width, height: height ?? noteSize.height }
  }
  if (node.type === 'agentFlow') {
    return stepSize(node)
  }
  return { width: widthOf(node), height: height ?? expectedHeight(node, templates) }
}

/** A card's width. Flowise's own cards are 300 wide and say so in every file: only what was chosen here counts. */
export function widthOf(node: GraphNode): number {
  const chosen = lengthOf(node.data.cardWidth)
  return chosen === undefined ? cardWidth.usual : Math.max(cardWidth.least, Math.min(cardWidth.most, chosen))
}

function expectedHeight(node: GraphNode, templates: Templates): number {
  const shape = shapeOf(node, templates)
  const shown = shownInputs(shape.params, shape, node.data.inputs)
  const [more, params] = [shown.filter(isMore).length, shown.filter((input) => !isMore(input))]
  return (
    head +
    shape.anchors.length * anchorRow +
    params.reduce((sum, { rows }) => sum + (rows && rows > 1 ? 3 * 18 + 24 : paramRow), 0) +
    (more > 0 ? moreRow : 0) +
    Math.max(1, shape.outputs.length) * outputRow +
    padding
  )
}

function isMore({ additionalParams }: { additionalParams?: boolean | undefined }) {
  return additionalParams === true
}

function lengthOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined
}
