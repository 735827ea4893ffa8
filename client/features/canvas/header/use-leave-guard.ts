import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { holdWayOut } from '#client/components/way-out.ts'
import { isDirty } from '../store/document.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { holdHistory } from './history-hold.ts'

type Way = number | string

/**
 * Nobody leaves with unsaved changes unasked: not by our own button, the browser's, or closing the tab. Answers with the
 * way that waits for a decision.
 */
export function useLeaveGuard() {
  const store = useCanvasStore()
  const navigate = useNavigate()
  const dirty = useCanvas(isDirty)
  const [waiting, setWaiting] = useState<Way>()
  const passing = useRef(false)

  useEffect(() => {
    if (!dirty) {
      return undefined
    }
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [dirty])

  useEffect(() => {
    const here = indexOf(history.state)
    let returning = false
    // Before the router hears of it: the step back is undone, and done again if it is meant.
    const hold = (event: PopStateEvent) => {
      const distance = indexOf(event.state) - here
      if (returning || passing.current || !isDirty(store.getState()) || distance === 0) {
        if (returning) {
          event.stopImmediatePropagation()
        }
        returning = false
        return
      }
      event.stopImmediatePropagation()
      returning = true
      history.go(-distance)
      setWaiting(distance)
    }
    return holdHistory(hold)
  }, [store])

  const go = useCallback(
    (way: Way) => {
      passing.current = true
      setWaiting(undefined)
      if (typeof way === 'string') {
        navigate(way)
      } else {
        history.go(way)
      }
    },
    [navigate],
  )

  /** Leaves at once, or asks first. */
  const leave = useCallback(
    (way: Way) => {
      store.getState().flushDrafts()
      if (isDirty(store.getState())) {
        setWaiting(way)
      } else {
        go(way)
      }
    },
    [store, go],
  )
  useEffect(() => holdWayOut(leave), [leave])

  return {
    waiting,
    stay: useCallback(() => setWaiting(undefined), []),
    go,
    leave,
  }
}

/** The router numbers the entries of the history. */
function indexOf(state: unknown): number {
  const index = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : 0
  return typeof index === 'number' ? index : 0
}
