import { useEffect, useRef, useState } from 'react'

const pauseMs = 200

/** A value that follows another, at once when that had rested, and otherwise with pauses. */
export function useNowAndThen<Value>(value: Value): Value {
  const [shown, show] = useState(value)
  const latest = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    latest.current = value
    if (timer.current === undefined) {
      show(value)
      timer.current = setTimeout(() => {
        timer.current = undefined
        show(latest.current)
      }, pauseMs)
    }
  }, [value])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  return shown
}
