import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Connection, Edge, OnConnectStart } from 'reactflow'
import { nameOfFile } from '#client/components/flow-import/describe-flow.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useFileDrop } from '#client/components/use-file-drop.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { typesMeet } from '../graph/connect.ts'
import type { Point } from '../graph/flow-graph.ts'
import { useFlowState } from '../painting/painting.tsx'
import { portAt } from '../store/elements.ts'
import { joinEnds } from '../store/linking.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import type { View } from './use-view.ts'

export function usePointer() {
  const place = useRef<{ x: number; y: number }>(undefined)
  const follow = useCallback(({ clientX: x, clientY: y }: { clientX: number; clientY: number }) => {
    place.current = { x, y }
  }, [])
  return { place, follow }
}

/**
 * Tracks Shift, and multi-selection for reactflow. Reactflow's own key watcher misses a keyup over a text field
 * and then ignores further keys, so modifiers are read from every event.
 */
export function useModifiers(): boolean {
  const flow = useFlowState()
  const [shift, setShift] = useState(false)

  useEffect(() => {
    const note = ({ shiftKey, ctrlKey, metaKey }: KeyboardEvent | PointerEvent) => {
      setShift(shiftKey)
      flow.setMultiSelection(shiftKey || ctrlKey || metaKey)
    }
    const forget = () => setShift(false)
    const types = ['keydown', 'keyup', 'pointerdown', 'pointermove'] as const
    for (const type of types) {
      addEventListener(type, note, { capture: true, passive: true })
    }
    addEventListener('blur', forget)
    return () => {
      for (const type of types) {
        removeEventListener(type, note, { capture: true })
      }
      removeEventListener('blur', forget)
    }
  }, [flow])

  return shift
}

/** Cards accept clicks again this long after the last move, which is shorter than a user needs to aim. */
const openMs = 60
const restMs = 160

/**
 * Marks the canvas while it is panned or zoomed: `now`, then `just` for a moment. Written directly to the element
 * to avoid a re-render. reactflow reports the end of a gesture but not of a glide, so a pause between two steps
 * ends both.
 */
export function useMoving(container: RefObject<HTMLElement | null>) {
  return useMemo(() => {
    let opening: ReturnType<typeof setTimeout> | undefined
    let resting: ReturnType<typeof setTimeout> | undefined
    return {
      // Not on start: a plain press starts a move as well, and must stay a click.
      onMove() {
        clearTimeout(opening)
        clearTimeout(resting)
        const { current } = container
        // Set only once, since each write recalculates styles.
        if (current && current.dataset.moving !== 'now') {
          current.dataset.moving = 'now'
        }
        opening = setTimeout(() => current?.setAttribute('data-moving', 'just'), openMs)
        resting = setTimeout(() => current?.removeAttribute('data-moving'), restMs)
      },
    }
  }, [container])
}

const maxBytes = 20_000_000

export function useFlowDrop(view: View) {
  const { canvasImport } = useTexts()
  const store = useCanvasStore()
  const toasts = useToasts()

  async function importFile(file: File, at: { x: number; y: number }) {
    if (!/\.json$/i.test(file.name)) {
      toasts.error(canvasImport.onlyJson)
    } else if (file.size > maxBytes) {
      toasts.error(canvasImport.tooLarge)
    } else {
      store.getState().put({ importing: { text: await file.text(), name: nameOfFile(file.name), at } })
    }
  }

  return useFileDrop(([file], { clientX, clientY }) => {
    if (file) {
      void importFile(file, view.toPlace({ x: clientX, y: clientY }))
    }
  })
}

/** A shorter drag counts as a click on the port. */
const clickRadius = 6

function pointOf(event: MouseEvent | TouchEvent): Point {
  const { clientX: x, clientY: y } =
    'changedTouches' in event ? (event.changedTouches[0] ?? { clientX: 0, clientY: 0 }) : event
  return { x, y }
}

export function useLinking(view: View, pointer: RefObject<Point | undefined>) {
  const store = useCanvasStore()
  const startPoint = useRef<Point>({ x: 0, y: 0 })
  const fresh = useRef(false)

  const onConnectStart: OnConnectStart = useCallback(
    (event, { nodeId, handleId, handleType }) => {
      startPoint.current = pointOf(event.nativeEvent ?? event)
      const { linking, startLink } = store.getState()
      // With a wire pending from another port, this press chooses its target.
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
          .finishLink({ source, sourceHandle, target, targetHandle }, pointer.current ?? startPoint.current)
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
      if (Math.hypot(at.x - startPoint.current.x, at.y - startPoint.current.y) < clickRadius) {
        // The following click decides; a tap has no other event.
        stopLink()
        return
      }
      const target = document.elementFromPoint(at.x, at.y)
      const port = portAt(target)
      const ends = port && joinEnds(linking, port)
      if (ends) {
        finishLink(ends, at)
        return
      }
      stopLink()
      // An end dropped away from any port returns to its previous port.
      if (rerouting === undefined && target?.closest('.react-flow__pane')) {
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
