import type { FlowFile, FlowNode } from './flow-file.ts'
import { isNote } from './flow-file.ts'
import type { Thumbnail } from './flows.ts'
import { kindOf } from './kinds.ts'
import { classesOfHandle } from './nodes.ts'

/** More boxes add nothing to a small image. */
const MAX_BOXES = 200
const MAX_ROWS = 6

export function drawThumbnail({ nodes, edges }: FlowFile): Thumbnail {
  const drawn = nodes.filter((node) => !isNote(node)).slice(0, MAX_BOXES)
  const places = new Map(drawn.map(({ id }, index) => [id, index]))
  return {
    boxes: drawn.map(toBox),
    threads: edges.flatMap(({ source, target, sourceHandle }) => {
      const [from, to] = [places.get(source), places.get(target)]
      return from === undefined || to === undefined
        ? []
        : [{ from, to, kind: kindOf(classesOfHandle(sourceHandle ?? '')) }]
    }),
  }
}

function toBox(node: FlowNode, index: number) {
  const position = node.position as { x?: unknown; y?: unknown } | undefined
  const rows = countRows(node)
  return {
    x: asNumber(position?.x, (index % 4) * 420),
    y: asNumber(position?.y, Math.floor(index / 4) * 320),
    width: asNumber(node.width, 320),
    height: asNumber(node.height, 110 + rows * 32),
    kind: kindOf(asNames(node.data.baseClasses)),
    rows: Math.min(rows, MAX_ROWS),
  }
}

function countRows({ data }: FlowNode) {
  const lists = [data.inputParams, data.inputAnchors].filter(Array.isArray)
  return lists.flat().filter((input) => !(input as { additionalParams?: unknown }).additionalParams).length
}

function asNumber(value: unknown, fallback: number) {
  return typeof value === 'number' && Number.isFinite(value) ? Math.round(value) : fallback
}

function asNames(value: unknown) {
  return Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : []
}
