import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { holdHistory } from '#client/components/history-hold.ts'
import { holdWayOut } from '#client/components/way-out.ts'
import { toRecord } from '#shared/json.ts'
import { isDirty } from '../store/document.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import type { Sync } from './sync.ts'

type Way = number | string

/** Maximum wait for the server on leaving; the device's copy is sent later. */
const TIMEOUT_MS = 2_500

/**
 * Blocks leaving only if changes are stored neither on the server nor on this device; other unsaved changes are
 * sent on the way. Returns the navigation that waits for a decision.
 */
export function useLeaveGuard(sync: Sync) {
  const store = useCanvasStore()
  const navigate = useNavigate()
  const [waiting, setWaiting] = useState<Way>()
  const passing = useRef(false)

  /** The device's copy may lack the last keystrokes. */
  const isSafe = useCallback(() => !isDirty(store.getState()) || sync.store.getState().stored, [store, sync])

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

  /** Saves the last changes on the server or on the device. */
  const settle = useCallback(async () => {
    store.getState().flushDrafts()
    if (!isDirty(store.getState())) {
      return true
    }
    await sync.storeLocally()
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
    // Runs before the router: reverts the history step, and repeats it once the changes are saved or discarded.
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

/** The router stores an index in each history entry. */
function indexOf(state: unknown): number {
  const { idx } = toRecord(state)
  return typeof idx === 'number' ? idx : 0
}
