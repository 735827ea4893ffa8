import { ApiKeysScreen } from '#client/features/api-keys/api-keys-screen.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { AdminOnly } from './admin-only.tsx'

export function ApiKeysPage() {
  const { shell } = useTexts()
  return (
    <AdminOnly screen={shell.menu.apiKeys}>
      <ApiKeysScreen />
    </AdminOnly>
  )
}
