import { isNote } from '#shared/flow-file.ts'
import { stepSize } from '../agent/step-view.ts'
import { isArea, resizeNode } from './areas.ts'
import { setDetail } from './edit.ts'
import type { Graph, GraphNode, Templates } from './flow-graph.ts'
import { shapeOf, shownInputs } from './shape.ts'

/** Width and height in px at zoom 1. */
export type Size = { width: number; height: number }

export const cardWidth = { default: 320, min: 280, max: 480 }
export const noteSize = { width: 300, height: 102 }
/** Heights in px: head, rows of anchors and fields, the line for more settings, outputs. */
const [head, anchorRow, paramRow, moreRow, outputRow, padding] = [52, 28, 32, 28, 28, 16]

/**
 * The size of a card: from its file, or estimated from its rows. Known before it is drawn, so that a flow of a thousand
 * cards opens without drawing all of them only to measure them.
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

/** A card's width. Flowise stores 300 in every file, so only a width chosen in this editor counts. */
export function widthOf(node: GraphNode): number {
  const chosen = lengthOf(node.data.cardWidth)
  return chosen === undefined ? cardWidth.default : Math.max(cardWidth.min, Math.min(cardWidth.max, chosen))
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

/**
 * Sets cards and notes to the width of the widest, given their current widths in px. Frames follow their content,
 * and control-flow steps have a fixed size.
 */
export function sameWidth(graph: Graph, widths: ReadonlyMap<string, number>): Graph {
  const sized = [...widths].filter(([id]) => {
    const node = graph.nodes.get(id)
    return node && !isArea(node) && node.type !== 'agentFlow' && node.type !== 'iteration'
  })
  const widest = Math.max(0, ...sized.map(([, width]) => width))
  const ofCards = Math.round(Math.max(cardWidth.min, Math.min(cardWidth.max, widest)))
  return sized.reduce((changed, [id, width]) => {
    const node = changed.nodes.get(id)
    if (node && isNote(node)) {
      return width === widest ? changed : resizeNode(changed, id, { width: Math.round(widest) })
    }
    return width === ofCards ? changed : setDetail(changed, id, 'cardWidth', ofCards)
  }, graph)
}
