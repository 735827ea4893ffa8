import { useMemo } from 'react'
import { getNodesBounds, getViewportForBounds, type Node, useReactFlow } from 'reactflow'
import type { Point } from '../graph/flow-graph.ts'
import { useFlowState } from '../painting/painting.tsx'
import { elementOf } from '../store/elements.ts'
import { useCanvasStore } from '../store/use-canvas.ts'

const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches
const glide = () => (calm() ? {} : { duration: 240 })
/** Share of the canvas kept free around fitted content. */
export const fitPadding = 0.12
/** Height of the tool strip, which covers the bottom of the canvas. */
export const stripHeight = 66

export function useView() {
  const flow = useReactFlow()
  const state = useFlowState()
  const store = useCanvasStore()

  return useMemo(() => {
    function centre(): Point {
      const { width, height } = state.view()
      const { left = 0, top = 0 } = state.element()?.getBoundingClientRect() ?? {}
      return flow.screenToFlowPosition({ x: left + width / 2, y: top + height / 2 })
    }
    function isInSight(element: Element, hiddenBottom = 0): boolean {
      const own = element.getBoundingClientRect()
      const bounds = state.element()?.getBoundingClientRect()
      return (
        bounds !== undefined &&
        own.left >= bounds.left &&
        own.top >= bounds.top &&
        own.right <= bounds.right &&
        own.bottom <= bounds.bottom - hiddenBottom
      )
    }

    function centreOnPoint({ x, y }: Point, zoom = flow.getZoom()) {
      flow.setCenter(x, y, { zoom, ...glide() })
    }

    function centreOn(id: string, zoom = flow.getZoom(), hiddenBottom = 0) {
      const node = flow.getNode(id)
      if (node) {
        const { x, y } = node.positionAbsolute ?? node.position
        const [middleX, middleY] = [x + (node.width ?? 320) / 2, y + (node.height ?? 240) / 2]
        centreOnPoint({ x: middleX, y: middleY + hiddenBottom / 2 / zoom }, zoom)
      }
    }

    /** All nodes, including painted ones, which reactflow does not list. */
    const nodes = () => [...state.nodes().values()]

    function frame(chosen: Node[], padding: number, move = glide()) {
      const { width, height, minZoom } = state.view()
      const shown = chosen.filter(({ hidden }) => !hidden)
      if (shown.length > 0 && width > 0) {
        const high = height > 2 * stripHeight ? height - stripHeight : height
        flow.setViewport(getViewportForBounds(getNodesBounds(shown), width, high, minZoom, 1, padding), move)
      }
    }
    const fitAll = () => frame(nodes(), fitPadding)

    return {
      centre,
      centreOnPoint,
      toPlace: (at: Point) => flow.screenToFlowPosition(at),
      zoomIn: () => flow.zoomIn(glide()),
      zoomOut: () => flow.zoomOut(glide()),
      zoomFull: () => flow.zoomTo(1, glide()),
      fit: fitAll,
      /** After a dock opens: fits only if something is hidden. */
      fitIfHidden() {
        const { width, height } = state.view()
        const { x, y, zoom } = flow.getViewport()
        const isOut = nodes().some((node) => {
          const [left, top] = [node.position.x * zoom + x, node.position.y * zoom + y]
          const [wide, high] = [(node.width ?? 0) * zoom, (node.height ?? 0) * zoom]
          return left < 0 || top < 0 || left + wide > width || top + high > height - stripHeight
        })
        if (isOut) {
          fitAll()
        }
      },
      fitAtOnce: () => frame(nodes(), fitPadding, {}),
      fitSelection() {
        const chosen = new Set(store.getState().selectedNodes)
        frame(chosen.size > 0 ? nodes().filter(({ id }) => chosen.has(id)) : nodes(), 0.3)
      },
      /** Fits the whole flow if it is readable at that zoom, else these nodes. */
      fitOrCentre(ids: readonly string[], readable: number) {
        const { width, height } = state.view()
        const all = getNodesBounds(nodes())
        const isReadable =
          (all.width * readable) / width < 1 - fitPadding &&
          (all.height * readable) / (height - stripHeight) < 1 - fitPadding
        const chosen = new Set(ids)
        frame(
          isReadable ? nodes() : nodes().filter(({ id }) => chosen.has(id)),
          isReadable ? fitPadding : 0.3,
        )
      },
      showNode(id: string) {
        if (flow.getNode(id)) {
          store.getState().select([id])
          centreOn(id, Math.max(0.7, Math.min(1, flow.getZoom())))
        }
      },
      /** Pans to an element focused by keyboard outside the view. */
      reveal(focused: Element) {
        const card = focused.matches(':focus-visible') ? focused.closest('[data-node]') : null
        if (card && !isInSight(focused)) {
          centreOn(card.getAttribute('data-node') ?? '')
        }
      },
      /** Pans to a card just covered by a dock, clear of the tool strip. */
      scrollIntoView(id: string) {
        const card = elementOf(id)
        if (!card || !isInSight(card, stripHeight)) {
          centreOn(id, flow.getZoom(), stripHeight)
        }
      },
      container: state.element,
      viewport: () => flow.getViewport(),
    }
  }, [flow, state, store])
}

export type View = ReturnType<typeof useView>
