import { useEffect } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { useUnpublished } from '../draft/sync-store.ts'
import { useCanvas } from '../store/use-canvas.ts'

/** The tab says which flow is open, and with a dot that not all of it is published. */
export function useFlowTitle() {
  const { common } = useTexts()
  const name = useCanvas(({ graph }) => graph.name)
  const unpublished = useUnpublished()
  useEffect(() => {
    document.title = `${unpublished ? '• ' : ''}${name} · ${common.product}`
  }, [name, unpublished, common.product])
}
