import { useRef } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import type { Naming } from '../store/surface.ts'
import { useCanvasStore } from '../store/use-canvas.ts'

/** Asks for a name before the first version of a flow nobody has named. Resolves to false when the user cancels. */
export function useAskName() {
  const { agent, canvas } = useTexts()
  const store = useCanvasStore()
  const isAsked = useRef(false)

  return (action: Naming['action']): Promise<boolean> => {
    const { graph, put } = store.getState()
    const isUnnamed = graph.name === canvas.untitled || graph.name === agent.untitled
    if (!isUnnamed || isAsked.current) {
      return Promise.resolve(true)
    }
    return new Promise((resolve) => {
      const onDone = (isNamed: boolean) => {
        isAsked.current = isNamed
        resolve(isNamed)
      }
      put({ naming: { action, onDone } })
    })
  }
}
