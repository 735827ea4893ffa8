import { useEffect } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { isDirty } from '../store/document.ts'
import { useCanvas } from '../store/use-canvas.ts'

/** The tab says which flow is open, and with a dot that it has changed. */
export function useFlowTitle() {
  const { common } = useTexts()
  const name = useCanvas(({ graph }) => graph.name)
  const dirty = useCanvas(isDirty)
  useEffect(() => {
    document.title = `${dirty ? '• ' : ''}${name} · ${common.product}`
  }, [name, dirty, common.product])
}
