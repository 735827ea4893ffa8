import { type RefObject, useLayoutEffect } from 'react'

/** On a phone there are more tabs than room: the chosen one of a list is scrolled into it, and the page stays where it is. */
export function useChosenInSight(list: RefObject<HTMLElement | null>, place: number) {
  useLayoutEffect(() => {
    const { current } = list
    const tab = current?.querySelectorAll<HTMLElement>('[role="tab"]')[place]
    if (current && tab) {
      const left = tab.offsetLeft - current.offsetLeft
      const hidden = left + tab.offsetWidth - current.clientWidth
      current.scrollLeft = Math.min(left, Math.max(current.scrollLeft, hidden))
    }
  }, [list, place])
}
