import { VariablesScreen } from '#client/features/variables/variables-screen.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { AdminOnly } from './admin-only.tsx'

export function VariablesPage() {
  const { shell } = useTexts()
  return (
    <AdminOnly screen={shell.menu.variables}>
      <VariablesScreen />
    </AdminOnly>
  )
}
