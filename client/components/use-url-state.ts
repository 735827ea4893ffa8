import { useLayoutEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

/** Search parameters of the URL as view state: it survives a reload, can be shared and works with Back. */
export function useUrlState() {
  const [params, setParams] = useSearchParams()
  /** A busy page renders a navigation late, and the next change must not undo it. */
  const latest = useRef(params)
  useLayoutEffect(() => {
    latest.current = params
  }, [params])

  /** Without a value, a parameter is removed from the URL. */
  function change(changes: Record<string, string | undefined>) {
    const next = new URLSearchParams(latest.current)
    for (const [name, value] of Object.entries(changes)) {
      if (value) {
        next.set(name, value)
      } else {
        next.delete(name)
      }
    }
    latest.current = next
    setParams(next, { replace: true })
  }

  return { params, change }
}
