import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { holdWayOut } from '#client/components/way-out.ts'
import type { Sync } from '../draft/sync.ts'
import { isDirty } from '../store/document.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import { holdHistory } from './history-hold.ts'

type Way = number | string

/** So long a way out waits for the server; what the device has goes there later. */
const TIMEOUT_MS = 2_500

/**
 * Nobody leaves with changes that are safe nowhere: neither on the server nor on this device. Whoever leaves with others is not
 * asked; they are sent on the way. Answers with the way that waits for a decision.
 */
export function useLeaveGuard(sync: Sync) {
  const store = useCanvasStore()
  const navigate = useNavigate()
  const [waiting, setWaiting] = useState<Way>()
  const passing = useRef(false)

  /** What has just been typed may not be in the device's copy yet. */
  const isSafe = useCallback(() => !isDirty(store.getState()) || sync.store.getState().kept, [store, sync])

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      store.getState().flushDrafts()
      if (!isSafe()) {
        event.preventDefault()
      }
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [store, isSafe])

  /** Makes the last changes safe somewhere. */
  const settle = useCallback(async () => {
    store.getState().flushDrafts()
    if (!isDirty(store.getState())) {
      return true
    }
    await sync.keep()
    const late = new Promise<void>((resolve) => setTimeout(resolve, TIMEOUT_MS))
    await Promise.race([sync.send(), late])
    return isSafe()
  }, [store, sync, isSafe])

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

  const leave = useCallback(
    async (way: Way) => {
      if (await settle()) {
        go(way)
      } else {
        setWaiting(way)
      }
    },
    [settle, go],
  )

  useEffect(() => {
    const here = indexOf(history.state)
    let returning = false
    // Before the router hears of it: the step back is undone, and done again when the changes are safe or given up.
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
      void leave(distance)
    }
    return holdHistory(hold)
  }, [store, leave])

  useEffect(() => holdWayOut((way: Way) => void leave(way)), [leave])

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
