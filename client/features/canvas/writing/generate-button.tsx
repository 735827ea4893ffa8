import { Workflow } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'
import { goToDock } from '../inspector/dock-focus.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import './generate-button.css'

/** Opens the panel in which a model plans the steps. */
export function GenerateButton() {
  const { agent } = useTexts()
  const store = useCanvasStore()
  function open() {
    goToDock(store, 'generate')
    if (innerWidth < 900) {
      store.getState().put({ palette: false })
    }
  }
  return (
    <button type="button" className="generate-button" onClick={open}>
      <Workflow size={16} strokeWidth={1.75} aria-hidden="true" />
      {agent.generateOpen}
    </button>
  )
}
