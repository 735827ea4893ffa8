import { type ReactNode, useCallback, useState } from 'react'
import { ConnectModelContext } from '#client/components/connect-model.ts'
import { whenOpened } from '#client/components/on-demand.tsx'

const ConnectModel = whenOpened(
  async () => (await import('#client/features/models/connect-model-dialog.tsx')).ConnectModelDialog,
)

/** Lets screens open *Connect a model* without importing it. */
export function ConnectModelHost({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const open = useCallback(() => setOpen(true), [])
  return (
    <ConnectModelContext value={open}>
      {children}
      {isOpen && <ConnectModel onClose={() => setOpen(false)} />}
    </ConnectModelContext>
  )
}
