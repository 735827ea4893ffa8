import type { Clip } from '../graph/clip.ts'
import type { GraphNode, Point } from '../graph/flow-graph.ts'
import { positionOf } from '../graph/flow-graph.ts'
import { type Box, findFreePlace } from '../graph/free-place.ts'
import { type Size, sizeOf } from '../graph/size.ts'
import type { CanvasStore } from '../store/canvas-store.ts'

/** Near a point, beside what is there already and in sight, if there is room. */
export function findRoom(store: CanvasStore, wanted: Point, size: Size): Point {
  const { flowNodes, camera } = store.getState()
  const taken = flowNodes
    .filter(({ hidden }) => !hidden)
    .map(({ position, positionAbsolute, width, height }) => ({
      ...(positionAbsolute ?? position),
      width: width ?? 320,
      height: height ?? 240,
    }))
  return findFreePlace(wanted, size, taken, camera?.sight())
}

/** The same for several nodes that keep their places towards each other. */
export function findRoomFor(store: CanvasStore, wanted: Point, { nodes }: Clip): Point {
  return findRoom(store, wanted, boundsOf(nodes, store))
}

function boundsOf(nodes: readonly GraphNode[], store: CanvasStore): Size {
  const { templates } = store.getState()
  const boxes = nodes
    .filter(({ parentNode }) => typeof parentNode !== 'string')
    .map((node): Box => ({ ...positionOf(node), ...sizeOf(node, templates) }))
  const left = Math.min(...boxes.map(({ x }) => x))
  const top = Math.min(...boxes.map(({ y }) => y))
  return {
    width: Math.max(...boxes.map(({ x, width }) => x + width)) - left,
    height: Math.max(...boxes.map(({ y, height }) => y + height)) - top,
  }
}
