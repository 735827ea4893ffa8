import { useCallback } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { useCanvasStore } from '../store/use-canvas.ts'

/** Brings a stored run onto the canvas, unless it is the one that goes on there. */
export function useShowRun() {
  const store = useCanvasStore()
  const { client } = trpc.useUtils()
  const toasts = useToasts()
  const errorText = useErrorText()
  return useCallback(
    async (runId: string) => {
      const { shownRun, showRun } = store.getState()
      if (shownRun?.isLive && shownRun.id === runId) {
        return
      }
      try {
        const { events } = await client.runs.trace.query({ runId })
        showRun(
          runId,
          events.map(({ event }) => event),
        )
      } catch (error) {
        toasts.error(errorText(error))
      }
    },
    [store, client, toasts, errorText],
  )
}
