import { useEffect } from 'react'
import { useStore } from 'reactflow'
import { useTexts } from '#client/texts/texts.tsx'

/** What keys do with a link that has the focus: reactflow says it in English only, and cannot be told otherwise. */
export function EdgeHint() {
  const { canvasSpoken } = useTexts()
  const flow = useStore(({ rfId }) => rfId)
  useEffect(() => {
    const hint = document.getElementById(`react-flow__edge-desc-${flow}`)
    if (hint) {
      hint.textContent = canvasSpoken.edgeHint
    }
  }, [flow, canvasSpoken])
  return null
}
