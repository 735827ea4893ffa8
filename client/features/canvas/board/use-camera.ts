import { useEffect, useRef, useState } from 'react'
import { getNodesBounds, getViewportForBounds } from 'reactflow'
import { isStart } from '../agent/control-links.ts'
import { viewportOf } from '../graph/flow-graph.ts'
import { type Box, contains, type Sight } from '../graph/place.ts'
import { isMany, useFlowState } from '../painting/painting.tsx'
import type { CanvasState } from '../store/canvas-store.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { fitPadding, stripHeight, type View } from './use-view.ts'

/** Px of the screen around what is added; above a card its toolbar has to fit. */
const margin = { side: 24, top: 56 }
/** The small map and the room around it (mini-map.css). */
const map = { width: 200, height: 136, from: 800 }
/** Further away a card cannot be read. */
const readableZoom = 0.6

/** Lets whatever adds nodes put them where they are seen. */
export function useCamera(view: View) {
  const flow = useFlowState()
  const store = useCanvasStore()

  useEffect(() => {
    function sight(): Sight | undefined {
      const { width, height, transform } = flow.view()
      const [left, top, zoom] = transform
      if (width === 0 || height === 0) {
        return undefined
      }
      const toBox = (x: number, y: number, wide: number, high: number): Box => ({
        x: (x - left) / zoom,
        y: (y - top) / zoom,
        width: wide / zoom,
        height: high / zoom,
      })
      const hasMap = store.getState().minimap && width > map.from
      return {
        container: toBox(margin.side, margin.top, width - 2 * margin.side, height - margin.top - stripHeight),
        covered: hasMap ? [toBox(width - map.width, height - map.height, map.width, map.height)] : [],
      }
    }

    function isSeen(id: string): boolean {
      const node = flow.nodes().get(id)
      const seen = sight()
      if (!(node && seen)) {
        return true
      }
      const { x, y } = node.positionAbsolute ?? node.position
      return contains(seen.container, { x, y, width: node.width ?? 320, height: node.height ?? 240 })
    }

    /** Once they are measured: all of the flow where that can be read, else the first of them. */
    function bringIn(ids: readonly string[]) {
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          if (!ids.every(isSeen)) {
            view.fitOrCentre(ids, readableZoom)
          }
        }),
      )
    }

    store.getState().put({ camera: { sight, bringIn } })
    return () => store.getState().put({ camera: undefined })
  }, [flow, store, view])
}

const headerHeight = 52
const paletteWidth = 300
/** Of the card of a start. */
const startWidth = 180

/** Where one left it; otherwise all of it, guessed for the first frame, which would else draw every card at full size. */
export function startOf({ graph, flowNodes, palette }: CanvasState, minZoom: number) {
  const left = viewportOf(graph)
  if (left) {
    return { defaultViewport: left }
  }
  if (isBlank({ graph })) {
    // Above what a blank canvas begins with.
    const container = innerWidth - (palette && innerWidth >= 900 ? paletteWidth : 0)
    return { defaultViewport: { x: (container - startWidth) / 2, y: 40, zoom: 1 } }
  }
  const width = innerWidth - (palette && innerWidth >= 900 ? paletteWidth : 0)
  const height = innerHeight - headerHeight - stripHeight
  return {
    // Of many nodes reactflow knows but a few; they are fitted by what is known of their sizes.
    fitView: !isMany(flowNodes.length),
    fitViewOptions: { padding: fitPadding, maxZoom: 1 },
    ...(flowNodes.length > 0 && {
      defaultViewport: getViewportForBounds(getNodesBounds(flowNodes), width, height, minZoom, 1, fitPadding),
    }),
  }
}

/** Shows all of a large flow nobody has looked at before, as soon as the room's size is known. */
export function useFirstView(view: View) {
  const store = useCanvasStore()
  const [isGuessed] = useState(() => {
    const { graph, flowNodes } = store.getState()
    return isMany(flowNodes.length) && !viewportOf(graph)
  })
  useEffect(() => {
    if (isGuessed) {
      view.fitAtOnce()
    }
  }, [isGuessed, view])
}

/**
 * A dock takes room from the canvas. Beside the chat all of the flow stays in sight, to follow the answer on it; beside
 * the inspector the card it is about.
 */
export function useSpaceBesideDock(view: View) {
  const store = useCanvasStore()
  const dock = useCanvas((state) => state.dock)
  useEffect(() => {
    const [selected] = store.getState().selectedNodes
    const timer = setTimeout(() => {
      if (dock === 'chat') {
        view.fitIfHidden()
      } else if (dock === 'inspector' && selected !== undefined) {
        view.keepInSight(selected)
      }
    }, 120)
    const release =
      dock === 'inspector' && selected !== undefined
        ? onSpaceChange(view, () => view.keepInSight(selected))
        : undefined
    return () => {
      clearTimeout(timer)
      release?.()
    }
  }, [dock, view, store])
  // A flow that was left on a wide screen would be cut off on a phone, where the canvas is not what one sees first.
  const isShown = useCanvas(({ phoneTab }) => phoneTab === 'canvas')
  const wasShown = useRef(false)
  useEffect(() => {
    if (isShown && !wasShown.current && innerWidth < 600) {
      wasShown.current = true
      if (store.getState().selectedNodes.length === 0) {
        view.fitIfHidden()
      }
    }
  }, [isShown, view, store])
}

const inputs = ['pointerdown', 'keydown', 'wheel'] as const

/**
 * Follows the room of the canvas until the next input: an inspector may take its room late, and what a user has moved
 * since is not moved again.
 */
function onSpaceChange(view: View, follow: () => void) {
  const release = new AbortController()
  const container = view.container()
  const width = container?.clientWidth
  // The first call comes without a change.
  const observer = new ResizeObserver(() => container?.clientWidth !== width && follow())
  if (container) {
    observer.observe(container)
  }
  release.signal.addEventListener('abort', () => observer.disconnect())
  for (const type of inputs) {
    addEventListener(type, () => release.abort(), { capture: true, signal: release.signal })
  }
  return () => release.abort()
}

/** Nothing was drawn yet: an agent flow has its start and nothing else. */
export function isBlank({ graph }: Pick<CanvasState, 'graph'>): boolean {
  return graph.nodes.size === 0 || (graph.nodes.size === 1 && [...graph.nodes.values()].every(isStart))
}
