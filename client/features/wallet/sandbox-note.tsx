import { trpc } from '#client/api/trpc.ts'
import { useTexts } from '#client/texts/texts.tsx'

export function SandboxNote() {
  const { wallet } = useTexts()
  const version = trpc.version.get.useQuery()
  return version.data?.sandbox ? <p className="wallet-note">{wallet.sandbox}</p> : null
}
