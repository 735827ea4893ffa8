import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useCanvasStore } from '../store/use-canvas.ts'
import { useShowRun } from './use-show-run.ts'

/** `?run=` of the address: that run is shown as the canvas opens, and the address is the flow's own again. */
export function useLinkedRun(onShow: () => void) {
  const [search, setSearch] = useSearchParams()
  const store = useCanvasStore()
  const show = useShowRun()
  const linked = useRef(search.get('run'))
  useEffect(() => {
    const runId = linked.current
    if (runId === null) {
      return
    }
    linked.current = null
    setSearch(
      (now) => {
        now.delete('run')
        return now
      },
      { replace: true },
    )
    void show(runId, store.getState().saved?.id).then((isShown) => isShown && onShow())
  }, [setSearch, show, store, onShow])
}
