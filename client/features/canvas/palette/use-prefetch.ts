import { useCallback, useEffect, useRef } from 'react'
import { useLoadTemplates } from '#client/components/use-load-templates.ts'
import { stepTemplates } from '../agent/step-templates.ts'

/** A pointer that only crosses a row, or a word still being typed, loads nothing. */
const WAIT_MS = 100

/** Loads the whole template of a kind that is likely to be inserted next, so that inserting it does not wait. */
export function usePrefetch(active: string | undefined, enabled = true) {
  const load = useLoadTemplates()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const prefetch = useCallback(
    (name: string, waitMs = WAIT_MS) => {
      clearTimeout(timer.current)
      if (!stepTemplates.has(name)) {
        // A failure is reported when the kind is inserted.
        timer.current = setTimeout(() => void load([name]).catch(() => undefined), waitMs)
      }
    },
    [load],
  )
  useEffect(() => {
    if (enabled && active !== undefined) {
      prefetch(active)
    }
  }, [active, enabled, prefetch])
  useEffect(() => () => clearTimeout(timer.current), [])
  return prefetch
}
