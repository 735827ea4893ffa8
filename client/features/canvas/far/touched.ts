import { useEffect } from 'react'
import { useStoreApi } from 'reactflow'
import { useDrawnCards } from '../card/drawn-provider.tsx'
import { useCanvasStore } from '../store/use-canvas.ts'
import { cardAt } from './place.ts'

/** Px within which a press and its letting go are a click. */
const clickRadius = 4

/**
 * What is painted cannot be taken hold of. The card under the pointer stands in for its picture, and so it is clicked,
 * dragged and opened like any other. A touch comes without a pointer before it: it selects.
 */
export function useTouched() {
  const room = useStoreApi()
  const store = useCanvasStore()
  const drawn = useDrawnCards()
  useEffect(() => {
    const { domNode } = room.getState()
    function under({ clientX, clientY }: MouseEvent) {
      const { transform, nodeInternals } = room.getState()
      const { left = 0, top = 0 } = domNode?.getBoundingClientRect() ?? {}
      const [x, y, zoom] = transform
      const id = cardAt(nodeInternals.values(), {
        x: (clientX - left - x) / zoom,
        y: (clientY - top - y) / zoom,
      })
      return id !== undefined && drawn.all()?.has(id) ? undefined : id
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
    let pressed = { x: 0, y: 0 }
    function press({ clientX: x, clientY: y }: PointerEvent) {
      pressed = { x, y }
    }
    function choose(event: MouseEvent) {
      const isPane = event.target instanceof Element && event.target.classList.contains('react-flow__pane')
      // Letting go of a box of selection is a click for the browser, wherever it ends.
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
  }, [room, store, drawn])
}
