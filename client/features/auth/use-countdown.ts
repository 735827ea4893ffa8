import { useEffect, useState } from 'react'

/** Seconds left until a time; 0 when it has passed or is undefined. */
export function useCountdown(until: number | undefined): number {
  const [now, setNow] = useState(Date.now)
  const left = until === undefined ? 0 : Math.max(0, Math.ceil((until - now) / 1_000))
  const isRunning = left > 0

  useEffect(() => {
    setNow(Date.now())
    if (until === undefined || !isRunning) {
      return
    }
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [until, isRunning])

  return left
}

export function formatCountdown(seconds: number) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
