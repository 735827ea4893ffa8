import { type RefObject, useLayoutEffect, useState } from 'react'

/** How wide an element is, followed as it changes; `usual` until it is known. */
export function useWidth(element: RefObject<HTMLElement | null>, usual: number): number {
  const [width, setWidth] = useState(usual)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) {
      return
    }
    const measure = () => setWidth(current.clientWidth || usual)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, usual])
  return width
}
