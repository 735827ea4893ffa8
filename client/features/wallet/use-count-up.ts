import { useEffect, useState } from 'react'
import { useMediaQuery } from '#client/components/use-media-query.ts'

const COUNT_MS = 700

/** Animates a figure to its target; immediate without a previous value or with reduced motion. */
export function useCountUp(target: number, from: number | undefined): number {
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)')
  const [start] = useState(from)
  const [shown, setShown] = useState(start ?? target)
  const isMoving = start !== undefined && start < target && !isStill

  useEffect(() => {
    if (!isMoving) {
      setShown(target)
      return
    }
    const beginMs = performance.now()
    const step = (nowMs: number) => {
      const part = Math.min(1, Math.max(0, (nowMs - beginMs) / COUNT_MS))
      setShown(part === 1 ? target : start + (target - start) * (1 - (1 - part) ** 3))
      frame = part < 1 ? requestAnimationFrame(step) : 0
    }
    let frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [target, start, isMoving])

  return isMoving ? shown : target
}
