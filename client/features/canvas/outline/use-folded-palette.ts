import { useEffect, useLayoutEffect, useRef } from 'react'
import { useReactFlow, useStoreApi } from 'reactflow'
import type { View } from '../board/use-view.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

/** Folds the palette while a run plays, and keeps the sheet where it is whenever the palette comes or goes. */
export function useFoldedPalette(view: Pick<View, 'fitIfHidden'>): boolean {
  const store = useCanvasStore()
  const isLive = useCanvas(({ shownRun }) => shownRun?.isLive ?? false)
  const isShown = useCanvas(({ palette, isFolded }) => palette && !isFolded)
  useEffect(() => {
    store.getState().put({ isFolded: isLive && store.getState().palette })
  }, [isLive, store])

  const flow = useReactFlow()
  const room = useStoreApi()
  const before = useRef<{ isShown: boolean; left: number }>(undefined)
  useLayoutEffect(() => {
    const left = room.getState().domNode?.getBoundingClientRect().left ?? 0
    const moved = before.current && before.current.isShown !== isShown ? before.current.left - left : 0
    before.current = { isShown, left }
    if (moved !== 0) {
      const { x, ...rest } = flow.getViewport()
      flow.setViewport({ ...rest, x: x + moved })
    }
  }, [isShown, flow, room])
  // The chat shows all of the flow while a run plays; what was fitted into the wider room must not end under the palette.
  const wasShown = useRef(isShown)
  useEffect(() => {
    const isBack = isShown && !wasShown.current
    wasShown.current = isShown
    const timer = setTimeout(() => isBack && store.getState().dock === 'chat' && view.fitIfHidden(), 120)
    return () => clearTimeout(timer)
  }, [isShown, store, view])
  return isShown
}
