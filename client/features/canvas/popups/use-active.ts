import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

/** Which of some options the arrow keys stand on; it is kept in sight. */
export function useActive(count: number, idOf: (index: number) => string, start = 0) {
  const [active, setActive] = useState(start)
  const id = idOf(active)
  const inSight = useRef(start === 0 ? id : undefined)
  useEffect(() => {
    // The first is in sight where a list opens: to look there would lay out the whole page.
    if (inSight.current !== id) {
      inSight.current = id
      document.getElementById(id)?.scrollIntoView?.({ block: 'nearest' })
    }
  }, [id])

  return {
    active,
    setActive,
    /** Answers whether the key was one that moves. */
    move(event: KeyboardEvent, ends: boolean): boolean {
      const last = count - 1
      const ways: Record<string, number> = { ArrowDown: active + 1, ArrowUp: active - 1 }
      const next = ends ? { ...ways, Home: 0, End: last }[event.key] : ways[event.key]
      if (next === undefined) {
        return false
      }
      event.preventDefault()
      setActive(Math.max(0, Math.min(last, next)))
      return true
    },
  }
}
