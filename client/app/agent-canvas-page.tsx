import { useTexts } from '#client/texts/texts.tsx'
import { AdminOnly } from './admin-only.tsx'
import { CanvasPage } from './canvas-page.tsx'

export function AgentCanvasPage() {
  const { shell } = useTexts()
  return (
    <AdminOnly screen={shell.pages.agentCanvas} isAlone>
      <CanvasPage newType="AGENTFLOW" />
    </AdminOnly>
  )
}
