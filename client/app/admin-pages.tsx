import { SystemScreen } from '#client/features/system/system-screen.tsx'
import { WalletManagementScreen } from '#client/features/wallet/wallet-management-screen.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { AdminOnly } from './admin-only.tsx'
import { paths } from './paths.ts'

export function WalletManagementPage() {
  const { shell } = useTexts()
  return (
    <AdminOnly screen={shell.admin.wallets}>
      <WalletManagementScreen homePath={paths.home} />
    </AdminOnly>
  )
}

export function SystemPage() {
  const { system } = useTexts()
  return (
    <AdminOnly screen={system.title}>
      <SystemScreen />
    </AdminOnly>
  )
}
