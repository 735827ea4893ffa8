import type { StepPlan } from '#shared/writing.ts'
import { isStart } from '../agent/control-links.ts'
import type { View } from '../board/use-view.ts'
import { type Point, positionOf } from '../graph/flow-graph.ts'
import { findFreePlace } from '../graph/free-place.ts'
import type { Size } from '../graph/size.ts'
import type { CanvasStore } from '../store/canvas-store.ts'
import { buildPlan, roomOf } from './build-plan.ts'

/** Once the cards have been drawn they can be looked at. */
const drawnMs = 50
const usualStart: Size = { width: 220, height: 48 }
const besideStart = 100

/** Puts a plan beside what is there, as one step that can be taken back, selects what came and shows it. */
export function insertPlan(store: CanvasStore, view: View, plan: StepPlan, startLabel: string): number {
  const { graph, flowNodes, act } = store.getState()
  const room = roomOf(graph, plan)
  const taken = flowNodes.map(({ position, width, height }) => ({
    ...position,
    width: width ?? 320,
    height: height ?? 240,
  }))
  const corner = findFreePlace(wantedPlace(store, view, plan, room), room, taken)
  const { graph: built, ids } = buildPlan(graph, plan, corner, startLabel)
  act({ name: 'insert', count: ids.length }, () => built)
  store.getState().select(ids)
  setTimeout(view.fitSelection, drawnMs)
  return ids.length
}

/** To the right of the start it begins at, else in the middle of what is seen. */
function wantedPlace(store: CanvasStore, view: View, { steps }: StepPlan, room: Size): Point {
  const { graph, flowNodes } = store.getState()
  const start = steps.some(({ kind }) => kind === 'start') && [...graph.nodes.values()].find(isStart)
  if (!start) {
    const { x, y } = view.centre()
    return { x: x - room.width / 2, y: y - room.height / 2 }
  }
  const { x, y } = positionOf(start)
  const { width, height } = flowNodes.find(({ id }) => id === start.id) ?? usualStart
  return {
    x: x + (width ?? usualStart.width) + besideStart,
    y: y + ((height ?? usualStart.height) - room.height) / 2,
  }
}
