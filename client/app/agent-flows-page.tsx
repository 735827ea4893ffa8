import { AgentFlowsScreen } from '#client/features/flows/agent-flows-screen.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { AdminOnly } from './admin-only.tsx'
import { renderTemplates } from './flows-page.tsx'
import { paths } from './paths.ts'

const agentPaths = {
  ...paths,
  newCanvas: paths.newAgentCanvas,
  canvas: paths.agentCanvas,
  describing: paths.describingAgent,
}
const renderAgentTemplates = renderTemplates(['AgentflowV2', 'Agentflow'])

export function AgentFlowsPage() {
  const { shell } = useTexts()
  return (
    <AdminOnly screen={shell.menu.agentflows}>
      <AgentFlowsScreen paths={agentPaths} renderTemplates={renderAgentTemplates} />
    </AdminOnly>
  )
}
