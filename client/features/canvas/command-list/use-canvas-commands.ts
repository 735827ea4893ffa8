import { useEffect, useRef } from 'react'
import { useOpenFlowConfig } from '#client/components/flow-config-context.ts'
import { offerCommands } from '#client/components/screen-commands.ts'
import type { View } from '../board/board.ts'
import { useSync } from '../draft/draft.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import type { CanvasHandlers } from './canvas-commands.tsx'

type Handlers = Omit<CanvasHandlers, 'configure'>

/** Registers the canvas commands. Their list is loaded when the command palette opens. */
export function useCanvasCommands(view: View, handlers: Handlers) {
  const store = useCanvasStore()
  const sync = useSync()
  const configure = useOpenFlowConfig()
  const latest = useRef<CanvasHandlers>(undefined)
  latest.current = { ...handlers, configure }
  useEffect(
    () =>
      offerCommands(async (texts) => {
        const { canvasCommands } = await import('./canvas-commands.tsx')
        return latest.current ? canvasCommands({ store, sync, view, texts, handlers: latest.current }) : []
      }),
    [store, sync, view],
  )
}
