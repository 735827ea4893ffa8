import { useCallback } from 'react'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useCanvasStore } from '../store/use-canvas.ts'
import { layOut } from './lay-out.ts'
import { tidyUp } from './tidy-up.ts'

/** Tidies the selection or the whole flow; a worker that cannot be reached is said and changes nothing. */
export function useTidy() {
  const { board } = useTexts()
  const store = useCanvasStore()
  const toasts = useToasts()
  return useCallback(
    () => void tidyUp(store, layOut).catch(() => toasts.error(board.tidyFailed)),
    [store, toasts, board],
  )
}
