import { type RefObject, useMemo } from 'react'

const restMs = 160

/**
 * Marks the room while the canvas is panned or zoomed. Written straight to the element: nothing has to be drawn for it.
 * reactflow tells the end of a gesture only, not that of a glide: a pause between two steps is the end of both.
 */
export function useMoving(room: RefObject<HTMLElement | null>) {
  return useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    return {
      // Not when it begins: a mere press is the beginning of a move, too, and must stay a click.
      onMove() {
        clearTimeout(timer)
        // Written once: each writing would have the styles looked through again.
        room.current?.toggleAttribute('data-moving', true)
        timer = setTimeout(() => room.current?.removeAttribute('data-moving'), restMs)
      },
    }
  }, [room])
}
