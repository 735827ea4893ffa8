import { useEffect, useRef } from 'react'
import { useStore, useStoreApi } from 'reactflow'
import { viewOf } from '../card/card-view.ts'
import { isPainted } from '../card/detail.ts'
import { isOff } from '../graph/disable.ts'
import type { CanvasState } from '../store/canvas-store.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { type FarColors, readColors } from './colors.ts'
import { type FarLook, paintFar } from './paint.ts'
import { cardAt } from './place.ts'

/** All cards and wires of a large flow seen from far away, on one sheet under what can be touched. */
export function FarSheet() {
  const far = useStore(isPainted)
  const picturing = useCanvas((state) => state.picturing)
  return far && !picturing ? <Sheet /> : null
}

function Sheet() {
  const sheet = useRef<HTMLCanvasElement>(null)
  usePainting(sheet)
  useTouched()
  return <canvas ref={sheet} className="far-sheet" />
}

/** Paints anew, once a frame at most, whenever something that is seen has changed. */
function usePainting(sheet: React.RefObject<HTMLCanvasElement | null>) {
  const room = useStoreApi()
  const store = useCanvasStore()
  useEffect(() => {
    const canvas = sheet.current
    const pen = canvas?.getContext('2d')
    if (!canvas || !pen) {
      return undefined
    }
    let frame = 0
    let colors: FarColors | undefined

    function paint() {
      frame = 0
      const { transform, width, height, nodeInternals } = room.getState()
      const density = window.devicePixelRatio
      resize(canvas as HTMLCanvasElement, width * density, height * density)
      colors ??= readColors(canvas as HTMLCanvasElement)
      const state = store.getState()
      paintFar(pen as CanvasRenderingContext2D, {
        nodes: nodeInternals,
        wires: state.flowEdges,
        lookOf: looksOf(state),
        transform,
        width,
        height,
        density,
        colors,
      })
    }
    function ask() {
      frame ||= requestAnimationFrame(paint)
    }
    const themes = new MutationObserver(() => {
      colors = undefined
      ask()
    })
    themes.observe(document.documentElement, { attributes: true })
    const leave = [room.subscribe(ask), store.subscribe(ask)]
    paint()
    return () => {
      cancelAnimationFrame(frame)
      themes.disconnect()
      for (const each of leave) {
        each()
      }
    }
  }, [sheet, room, store])
}

/** To set a sheet's size empties it, even to the size it has. */
function resize(canvas: HTMLCanvasElement, width: number, height: number) {
  if (canvas.width !== Math.round(width) || canvas.height !== Math.round(height)) {
    canvas.width = width
    canvas.height = height
  }
}

function looksOf({ graph, templates, runs, problemsByNode, selectedNodes }: CanvasState) {
  const chosen = new Set(selectedNodes)
  return (id: string): FarLook => {
    const node = graph.nodes.get(id)
    return {
      kind: node ? viewOf(node, templates).kind : 'any',
      label: node?.data.label || node?.data.name || id,
      state: runs.get(id)?.state,
      selected: chosen.has(id),
      hasProblem: problemsByNode.has(id),
      isOff: isOff(graph, id),
    }
  }
}

/**
 * What is painted cannot be taken hold of. The card under the pointer stands in for its picture, and so it is clicked,
 * dragged and opened like any other. A touch comes without a pointer before it: it selects.
 */
function useTouched() {
  const room = useStoreApi()
  const store = useCanvasStore()
  useEffect(() => {
    const { domNode } = room.getState()
    function under({ clientX, clientY }: MouseEvent) {
      const { transform, nodeInternals } = room.getState()
      const { left = 0, top = 0 } = domNode?.getBoundingClientRect() ?? {}
      const [x, y, zoom] = transform
      return cardAt(nodeInternals.values(), {
        x: (clientX - left - x) / zoom,
        y: (clientY - top - y) / zoom,
      })
    }
    function follow(event: PointerEvent) {
      // While a button is down something is being dragged, and stays what it is.
      if (event.buttons === 0) {
        const touched = under(event)
        if (touched !== store.getState().touched) {
          store.getState().put({ touched })
        }
      }
    }
    function choose(event: MouseEvent) {
      const isPane = event.target instanceof Element && event.target.classList.contains('react-flow__pane')
      const id = isPane ? under(event) : undefined
      if (id !== undefined) {
        store.getState().select([id])
      }
    }
    domNode?.addEventListener('pointermove', follow)
    domNode?.addEventListener('click', choose)
    return () => {
      domNode?.removeEventListener('pointermove', follow)
      domNode?.removeEventListener('click', choose)
      store.getState().put({ touched: undefined })
    }
  }, [room, store])
}
