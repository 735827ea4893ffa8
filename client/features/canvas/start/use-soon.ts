import { useEffect, useState } from 'react'

const afterMs = 800

/** True a moment after the first paint: templates and prices must not delay the canvas itself. */
export function useSoon(): boolean {
  const [isSoon, setSoon] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSoon(true), afterMs)
    return () => clearTimeout(timer)
  }, [])
  return isSoon
}
