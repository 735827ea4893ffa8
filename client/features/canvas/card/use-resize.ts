import { type PointerEvent, useRef } from 'react'
import { resizeBox, sizeOfBox } from '../agent/boxes.ts'
import { resizeNode } from '../graph/areas.ts'
import { setDetail } from '../graph/edit.ts'
import { getNode } from '../graph/flow-graph.ts'
import { cardWidth } from '../graph/size.ts'
import { useFlowState } from '../painting/painting.tsx'
import { useCanvasStore } from '../store/use-canvas.ts'
import { sizesOf } from '../store/view.ts'

type Limits = { width: readonly [number, number]; height?: readonly [number, number] }

const limits: Record<'card' | 'note' | 'area' | 'box', Limits> = {
  card: { width: [cardWidth.min, cardWidth.max] },
  note: { width: [160, 900], height: [64, 900] },
  area: { width: [200, 20_000], height: [120, 20_000] },
  box: { width: [280, 20_000], height: [140, 20_000] },
}

/** A resize handle: drags change the element directly, and the flow once on release. */
export function useResize(id: string, kind: keyof typeof limits) {
  const store = useCanvasStore()
  const flow = useFlowState()
  const startSize = useRef<{ x: number; y: number; width: number; height: number }>(undefined)
  const { width, height } = limits[kind]

  function sizeAt(event: PointerEvent) {
    const zoom = flow.view().transform[2]
    const from = startSize.current ?? { x: event.clientX, y: event.clientY, width: 0, height: 0 }
    return {
      width: clamp(from.width + (event.clientX - from.x) / zoom, width),
      ...(height && { height: clamp(from.height + (event.clientY - from.y) / zoom, height) }),
    }
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const card = event.currentTarget.parentElement
      if (card && event.button === 0) {
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        startSize.current = {
          x: event.clientX,
          y: event.clientY,
          width: card.offsetWidth,
          height: card.offsetHeight,
        }
      }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const card = event.currentTarget.parentElement
      if (startSize.current && card) {
        const size = sizeAt(event)
        card.style.width = `${size.width}px`
        if (size.height !== undefined) {
          card.style[kind === 'note' ? 'minHeight' : 'height'] = `${size.height}px`
        }
      }
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (startSize.current) {
        const size = sizeAt(event)
        startSize.current = undefined
        const { act, flowNodes } = store.getState()
        const card = event.currentTarget.parentElement
        act({ name: 'resize' }, (graph) => {
          if (kind === 'card') {
            return setDetail(graph, id, 'cardWidth', size.width)
          }
          return kind === 'box'
            ? resizeBox(graph, id, { height: 0, ...size }, sizesOf(flowNodes))
            : resizeNode(graph, id, size)
        })
        if (kind === 'box' && card) {
          // The minimum size may leave the box unchanged; without a re-render the dragged size would remain.
          const { width: boxWidth, height: boxHeight } = sizeOfBox(getNode(store.getState().graph, id))
          card.style.width = `${boxWidth}px`
          card.style.height = `${boxHeight}px`
        }
      }
    },
  }
}

function clamp(value: number, [min, max]: readonly [number, number]): number {
  return Math.round(Math.max(min, Math.min(max, value)))
}
