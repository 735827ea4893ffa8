import { type RefObject, useCallback, useRef } from 'react'
import type { Connection, Edge, OnConnectStart } from 'reactflow'
import { portAt } from '../card/card-element.ts'
import { typesMeet } from '../graph/connect.ts'
import type { Point } from '../graph/flow-graph.ts'
import { joinEnds } from '../store/linking.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import type { View } from './use-view.ts'

/** A press that moves less than this was meant as a click on the port. */
const clickRadius = 6

function pointOf(event: MouseEvent | TouchEvent): Point {
  const { clientX: x, clientY: y } =
    'changedTouches' in event ? (event.changedTouches[0] ?? { clientX: 0, clientY: 0 }) : event
  return { x, y }
}

/** Drawing a wire with the pointer, or taking an end of one elsewhere: what a drop comes to. */
export function useLinking(view: View, pointer: RefObject<Point | undefined>) {
  const store = useCanvasStore()
  const begun = useRef<Point>({ x: 0, y: 0 })
  const fresh = useRef(false)

  const onConnectStart: OnConnectStart = useCallback(
    (event, { nodeId, handleId, handleType }) => {
      begun.current = pointOf(event.nativeEvent ?? event)
      const { linking, startLink } = store.getState()
      // With a wire already hanging from another port, this press chooses where it goes.
      fresh.current = linking === undefined
      if (nodeId && handleId && fresh.current) {
        startLink({ node: nodeId, handle: handleId, side: handleType === 'source' ? 'out' : 'in' })
      }
    },
    [store],
  )

  const onConnect = useCallback(
    ({ source, sourceHandle, target, targetHandle }: Connection) => {
      if (source && sourceHandle && target && targetHandle && fresh.current) {
        store
          .getState()
          .finishLink({ source, sourceHandle, target, targetHandle }, pointer.current ?? begun.current)
      }
    },
    [store, pointer],
  )

  const onConnectEnd = useCallback(
    (event: MouseEvent | TouchEvent) => {
      const at = pointOf(event)
      const { linking, rerouting, stopLink, finishLink, put } = store.getState()
      if (!linking || !fresh.current) {
        return
      }
      if (Math.hypot(at.x - begun.current.x, at.y - begun.current.y) < clickRadius) {
        // The click that follows decides; a tap has no other.
        stopLink()
        return
      }
      const below = document.elementFromPoint(at.x, at.y)
      const port = portAt(below)
      const ends = port && joinEnds(linking, port)
      if (ends) {
        finishLink(ends, at)
        return
      }
      stopLink()
      // An end that is let go beside every port goes back to where it was.
      if (rerouting === undefined && below?.closest('.react-flow__pane')) {
        put({ quickAdd: { at, place: placeBeside(view.toPlace(at), linking.side), from: linking } })
      }
    },
    [store, view],
  )

  const onReconnectStart = useCallback(
    (_: unknown, edge: Edge) => store.getState().startReroute(edge.id),
    [store],
  )
  const onReconnect = useCallback((_: Edge, ends: Connection) => onConnect(ends), [onConnect])

  const isValidConnection = useCallback(
    ({ source, sourceHandle, target, targetHandle }: Connection) =>
      source !== target && typesMeet(sourceHandle ?? '', targetHandle ?? ''),
    [],
  )

  return {
    onConnectStart,
    onConnect,
    onConnectEnd,
    onReconnectStart,
    onReconnect,
    reconnectRadius: 12,
    isValidConnection,
  }
}

function placeBeside({ x, y }: Point, side: 'in' | 'out'): Point {
  return side === 'out' ? { x: x + 24, y: y - 26 } : { x: x - 344, y: y - 26 }
}
