import { ToolsScreen } from '#client/features/tools/tools-screen.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { AdminOnly } from './admin-only.tsx'

export function ToolsPage() {
  const { shell } = useTexts()
  return (
    <AdminOnly screen={shell.menu.tools}>
      <ToolsScreen />
    </AdminOnly>
  )
}
