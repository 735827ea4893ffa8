import { type RefObject, useLayoutEffect, useState } from 'react'

/** Observed width of an element; `usual` until it is measured. */
export function useWidth(element: RefObject<HTMLElement | null>, defaults: number): number {
  const [width, setWidth] = useState(defaults)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) {
      return
    }
    const measure = () => setWidth(current.clientWidth || defaults)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, defaults])
  return width
}
