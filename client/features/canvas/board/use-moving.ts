import { type RefObject, useMemo } from 'react'

/** So soon after a step cards can be pressed again: quicker than a hand goes from moving the canvas to pointing at something. */
const openMs = 60
const restMs = 160

/**
 * Marks the room while the canvas is panned or zoomed: `now`, then `just` for a moment. Written straight to the element:
 * nothing has to be drawn for it. reactflow tells the end of a gesture only, not that of a glide: a pause between two steps is
 * the end of both.
 */
export function useMoving(room: RefObject<HTMLElement | null>) {
  return useMemo(() => {
    let opening: ReturnType<typeof setTimeout> | undefined
    let resting: ReturnType<typeof setTimeout> | undefined
    return {
      // Not when it begins: a mere press is the beginning of a move, too, and must stay a click.
      onMove() {
        clearTimeout(opening)
        clearTimeout(resting)
        const { current } = room
        // Written once: each writing would have the styles looked through again.
        if (current && current.dataset.moving !== 'now') {
          current.dataset.moving = 'now'
        }
        opening = setTimeout(() => current?.setAttribute('data-moving', 'just'), openMs)
        resting = setTimeout(() => current?.removeAttribute('data-moving'), restMs)
      },
    }
  }, [room])
}
