import './painting.css'
import { useEffect, useRef } from 'react'
import { useStoreApi } from 'reactflow'
import { useCanvasStore } from '../store/use-canvas.ts'
import type { DrawnCards } from './drawn-cards.ts'
import { cardAt } from './geometry.ts'
import { createSheet, type LooksOf } from './sheet.ts'

type Props = { drawn: DrawnCards; looksOf: LooksOf }

export function PaintedSheet({ drawn, looksOf }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const container = useStoreApi()
  const store = useCanvasStore()
  useEffect(
    () => (host.current ? createSheet(host.current, { container, store, drawn, looksOf }) : undefined),
    [container, store, drawn, looksOf],
  )
  useTouched(drawn)
  return <div ref={host} className="sheet absolute fills untouchable" />
}

/** Maximum px between press and release of a click. */
const clickRadius = 4

/**
 * A picture cannot be grabbed. The card under the pointer is drawn in place of its picture, and so it is clicked, dragged
 * and opened like any other. A touch comes without a pointer move before it: it selects.
 */
function useTouched(drawn: DrawnCards) {
  const container = useStoreApi()
  const store = useCanvasStore()
  useEffect(() => {
    const { domNode } = container.getState()
    function under({ clientX, clientY }: MouseEvent) {
      const { transform, nodeInternals } = container.getState()
      const { left = 0, top = 0 } = domNode?.getBoundingClientRect() ?? {}
      const [x, y, zoom] = transform
      const id = cardAt(nodeInternals.values(), {
        x: (clientX - left - x) / zoom,
        y: (clientY - top - y) / zoom,
      })
      return id !== undefined && drawn.all()?.has(id) ? undefined : id
    }
    function follow(event: PointerEvent) {
      // While a button is pressed, a drag may be in progress: the target must not change.
      if (event.buttons === 0) {
        const touched = under(event)
        if (touched !== store.getState().touched) {
          store.getState().put({ touched })
        }
      }
    }
    let pressed = { x: 0, y: 0 }
    function press({ clientX: x, clientY: y }: PointerEvent) {
      pressed = { x, y }
    }
    function choose(event: MouseEvent) {
      const isPane = event.target instanceof Element && event.target.classList.contains('react-flow__pane')
      // Browsers send a click at the end of a selection box.
      const isClick = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) <= clickRadius
      const id = isPane && isClick ? under(event) : undefined
      if (id !== undefined) {
        store.getState().select([id])
      }
    }
    domNode?.addEventListener('pointerdown', press)
    domNode?.addEventListener('pointermove', follow)
    domNode?.addEventListener('click', choose)
    return () => {
      domNode?.removeEventListener('pointerdown', press)
      domNode?.removeEventListener('pointermove', follow)
      domNode?.removeEventListener('click', choose)
      store.getState().put({ touched: undefined })
    }
  }, [container, store, drawn])
}
