import { useCallback } from 'react'
import { toAppError } from '#client/api/errors.ts'
import { trpc } from '#client/api/trpc.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { useCanvasStore } from '../store/use-canvas.ts'

/** Brings a stored run onto the canvas, unless it is the one that goes on there. True when it is shown. */
export function useShowRun() {
  const { canvasRun } = useTexts()
  const store = useCanvasStore()
  const { client } = trpc.useUtils()
  const toasts = useToasts()
  const errorText = useErrorText()
  return useCallback(
    /** A run of another flow than `flowId` is not shown. */
    async (runId: string, flowId?: string): Promise<boolean> => {
      const { shownRun, showRun } = store.getState()
      if (shownRun?.isLive && shownRun.id === runId) {
        return true
      }
      try {
        const { run, events } = await client.runs.trace.query({ runId })
        if (flowId !== undefined && run.flowId !== flowId) {
          toasts.error(canvasRun.ofAnotherFlow)
          return false
        }
        showRun(
          runId,
          events.map(({ event }) => event),
        )
        return true
      } catch (error) {
        const isUnknown = flowId !== undefined && toAppError(error).code === 'NOT_FOUND'
        toasts.error(isUnknown ? canvasRun.notYours : errorText(error))
        return false
      }
    },
    [store, client, toasts, errorText, canvasRun],
  )
}
