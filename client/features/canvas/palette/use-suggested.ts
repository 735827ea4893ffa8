import { useEffect, useState } from 'react'
import type { NodeSummary } from '#shared/node-summaries.ts'
import type { Summaries } from '../store/catalogue.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import { suggestTemplates } from './suggest.ts'

const none: readonly NodeSummary[] = []
/** While somebody types or draws, the two hundred rows below are not to be drawn again with every step. */
const pauseMs = 150

/** What the flow seems to want, looked for whenever it has come to rest; the same list as long as it names the same. */
export function useSuggested(kinds: Summaries, isReady: boolean): readonly NodeSummary[] {
  const store = useCanvasStore()
  const [suggested, suggest] = useState(none)

  useEffect(() => {
    if (!isReady) {
      return undefined
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    function look() {
      const { unplaced, templates } = store.getState()
      const next = suggestTemplates(unplaced, kinds, templates)
      suggest((before) => (isSame(before, next) ? before : next))
    }
    look()
    const leave = store.subscribe(({ unplaced }, before) => {
      if (unplaced !== before.unplaced) {
        clearTimeout(timer)
        timer = setTimeout(look, pauseMs)
      }
    })
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [store, kinds, isReady])
  return suggested
}

function isSame(before: readonly NodeSummary[], next: readonly NodeSummary[]) {
  return before.length === next.length && before.every((template, index) => template === next[index])
}
