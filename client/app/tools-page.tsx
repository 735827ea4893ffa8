import { Button } from '@mui/joy'
import { Plus } from 'lucide-react'
import { useUrlState } from '#client/components/use-url-state.ts'
import { McpServersTab } from '#client/features/mcp-servers/mcp-servers-tab.tsx'
import { McpSignedIn } from '#client/features/mcp-servers/signed-in.tsx'
import { ToolsScreen } from '#client/features/tools/tools-screen.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { AdminOnly } from './admin-only.tsx'
import { paths } from './paths.ts'

export function ToolsPage() {
  const { shell, mcpServers } = useTexts()
  const { change } = useUrlState()
  const servers = {
    label: mcpServers.tab,
    action: (
      <Button startDecorator={<Plus size={16} />} onClick={() => change({ server: 'new' })}>
        {mcpServers.add}
      </Button>
    ),
    content: <McpServersTab />,
  }
  return (
    <AdminOnly screen={shell.menu.tools}>
      <ToolsScreen servers={servers} />
    </AdminOnly>
  )
}

export function McpSignedInPage() {
  const { shell } = useTexts()
  return (
    <AdminOnly screen={shell.menu.tools}>
      <McpSignedIn paths={{ servers: paths.mcpServers, server: paths.mcpServer }} />
    </AdminOnly>
  )
}
