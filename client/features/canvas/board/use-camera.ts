import { useEffect, useRef, useState } from 'react'
import { getNodesBounds, getViewportForBounds } from 'reactflow'
import { isStart } from '../agent/control-links.ts'
import { viewportOf } from '../graph/flow-graph.ts'
import { type Box, contains, type VisibleArea } from '../graph/place.ts'
import { isMany, useFlowState } from '../painting/painting.tsx'
import type { CanvasState } from '../store/canvas-store.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { fitPadding, stripHeight, type View } from './use-view.ts'

/** Px around a new card; more above for its toolbar. */
const margin = { side: 24, top: 56 }
const map = { width: 200, height: 136, from: 800 }
const readableZoom = 0.6

export function useCamera(view: View) {
  const flow = useFlowState()
  const store = useCanvasStore()

  useEffect(() => {
    function visibleArea(): VisibleArea | undefined {
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
      const seen = visibleArea()
      if (!(node && seen)) {
        return true
      }
      const { x, y } = node.positionAbsolute ?? node.position
      return contains(seen.container, { x, y, width: node.width ?? 320, height: node.height ?? 240 })
    }

    /** After measuring: fits the whole flow where it stays readable, else centres the first nodes. */
    function panTo(ids: readonly string[]) {
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          if (!ids.every(isSeen)) {
            view.fitOrCentre(ids, readableZoom)
          }
        }),
      )
    }

    /** Centres a rectangle that is not fully visible. */
    function reveal(box: Box) {
      const seen = visibleArea()
      if (seen && !contains(seen.container, box)) {
        view.centreOnPoint({ x: box.x + box.width / 2, y: box.y + box.height / 2 })
      }
    }

    store.getState().put({ camera: { visibleArea, panTo, reveal } })
    return () => store.getState().put({ camera: undefined })
  }, [flow, store, view])
}

const headerHeight = 52
const paletteWidth = 300
/** Width of the start card. */
const startWidth = 180

/**
 * The stored viewport, else an estimate that fits the flow, since the first frame would otherwise draw every card
 * at full size.
 */
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
    // reactflow has only some of the nodes of a large flow; those are fitted by estimated sizes.
    fitView: !isMany(flowNodes.length),
    fitViewOptions: { padding: fitPadding, maxZoom: 1 },
    ...(flowNodes.length > 0 && {
      defaultViewport: getViewportForBounds(getNodesBounds(flowNodes), width, height, minZoom, 1, fitPadding),
    }),
  }
}

/** Fits a large flow without a stored viewport, as soon as the canvas size is known. */
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
 * Adjusts the view when a dock opens: beside the chat the whole flow stays visible, beside the inspector its card.
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
        view.scrollIntoView(selected)
      }
    }, 120)
    const release =
      dock === 'inspector' && selected !== undefined
        ? onSpaceChange(view, () => view.scrollIntoView(selected))
        : undefined
    return () => {
      clearTimeout(timer)
      release?.()
    }
  }, [dock, view, store])
  // A flow left on a wide screen would be cut off on a phone, which shows another tab first.
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
 * Follows resizes of the canvas until the next input: an inspector may open late, and a view the user has moved
 * must not move again.
 */
function onSpaceChange(view: View, follow: () => void) {
  const release = new AbortController()
  const container = view.container()
  const width = container?.clientWidth
  // ResizeObserver calls once without a change.
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

/** True while nothing was added: an agent flow has only its start. */
export function isBlank({ graph }: Pick<CanvasState, 'graph'>): boolean {
  return graph.nodes.size === 0 || (graph.nodes.size === 1 && [...graph.nodes.values()].every(isStart))
}
