import { useCallback, useEffect, useRef, useState } from 'react'
import type { NodeSummary } from '#shared/node-summaries.ts'

const waitMs = 400

type Shown = { template: NodeSummary; beside: Element }

/** Which kind of node is shown beside the list: the one that has been pointed at for a moment. */
export function usePreview() {
  const [shown, setShown] = useState<Shown>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const hide = useCallback(() => {
    clearTimeout(timer.current)
    setShown(undefined)
  }, [])
  const show = useCallback((template: NodeSummary, beside: Element | null) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => beside && setShown({ template, beside }), waitMs)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])

  return { shown, show, hide }
}
