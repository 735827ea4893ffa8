import { type RefObject, useLayoutEffect } from 'react'

/** Scrolls the selected tab into view within its list, without moving the page. */
export function useScrollToTab(list: RefObject<HTMLElement | null>, place: number) {
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
