import { SystemScreen } from '#client/features/system/system-screen.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { AdminOnly } from './admin-only.tsx'

export function SystemPage() {
  const { system } = useTexts()
  return (
    <AdminOnly screen={system.title}>
      <SystemScreen />
    </AdminOnly>
  )
}
