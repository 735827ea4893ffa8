import { useCallback, useRef } from 'react'

/** Where the pointer was last seen: pasted things go there. */
export function usePointer() {
  const place = useRef<{ x: number; y: number }>(undefined)
  const follow = useCallback(({ clientX: x, clientY: y }: { clientX: number; clientY: number }) => {
    place.current = { x, y }
  }, [])
  return { place, follow }
}
