import { useEffect, useRef } from 'react'
import { useStoreApi, useUpdateNodeInternals } from 'reactflow'

const waiting = new WeakMap<ReturnType<typeof useStoreApi>, Set<string>>()

/**
 * Wires end where ports were measured. They are measured when they come, and anew when `look` changes, because rows may come and go without
 * the card changing its size; all cards that change at once (zooming does that) are measured in one go.
 */
export function useMeasuredPorts(id: string, look: string) {
  const room = useStoreApi()
  const measure = useUpdateNodeInternals()
  const measured = useRef<string>(undefined)

  useEffect(() => {
    if (measured.current === look) {
      return
    }
    measured.current = look
    const ids = waiting.get(room)
    if (ids) {
      ids.add(id)
      return
    }
    const fresh = new Set([id])
    waiting.set(room, fresh)
    queueMicrotask(() => {
      waiting.delete(room)
      measure([...fresh])
    })
  }, [room, measure, id, look])
}
