import { AgentFlowsScreen } from '#client/features/flows/agent-flows-screen.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { AdminOnly } from './admin-only.tsx'
import { paths } from './paths.ts'

const agentPaths = { ...paths, newCanvas: paths.newAgentCanvas, canvas: paths.agentCanvas }

export function AgentFlowsPage() {
  const { shell } = useTexts()
  return (
    <AdminOnly screen={shell.menu.agentflows}>
      <AgentFlowsScreen paths={agentPaths} />
    </AdminOnly>
  )
}
