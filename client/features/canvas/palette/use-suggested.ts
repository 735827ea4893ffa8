import { useEffect, useState } from 'react'
import type { NodeTemplate } from '#shared/nodes.ts'
import type { Templates } from '../graph/flow-graph.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import { suggestTemplates } from './suggest.ts'

const none: readonly NodeTemplate[] = []
/** While somebody types or draws, the two hundred rows below are not to be drawn again with every step. */
const pauseMs = 150

/** What the flow seems to want, looked for whenever it has come to rest; the same list as long as it names the same. */
export function useSuggested(templates: Templates, isReady: boolean): readonly NodeTemplate[] {
  const store = useCanvasStore()
  const [suggested, suggest] = useState(none)

  useEffect(() => {
    if (!isReady) {
      return undefined
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    function look() {
      const next = suggestTemplates(store.getState().unplaced, templates)
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
  }, [store, templates, isReady])
  return suggested
}

function isSame(before: readonly NodeTemplate[], next: readonly NodeTemplate[]) {
  return before.length === next.length && before.every((template, index) => template === next[index])
}
