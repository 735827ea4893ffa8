import { Link } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'
import { useCanvas } from '../store/use-canvas.ts'
import { CopyButton } from './copy-button.tsx'

/** The address of a run: whoever may see the flow's runs sees it shown on the canvas. */
export function RunLink({ runId }: { runId: string }) {
  const { canvasRun } = useTexts()
  const flow = useCanvas(({ saved }) => saved)
  if (!flow || runId === '') {
    return null
  }
  const canvas = flow.type === 'AGENTFLOW' || flow.type === 'MULTIAGENT' ? 'agentcanvas' : 'canvas'
  const address = `${location.origin}/${canvas}/${flow.id}?run=${encodeURIComponent(runId)}`
  return <CopyButton text={address} label={canvasRun.copyLink} icon={Link} className="header-icon run-link" />
}
