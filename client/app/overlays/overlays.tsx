import '../inside.css'
import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react'
import { isOverlaid } from '#client/components/keyboard.ts'
import { useOnceUsed, whenOpened } from '#client/components/on-demand.tsx'
import { StepUpHost } from './step-up-host.tsx'
import { UpsertHost } from './upsert-host.tsx'

const CommandPalette = whenOpened(async () => (await import('./command-palette.tsx')).CommandPalette)
const ShortcutsDialog = whenOpened(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)
const AppearanceDialog = whenOpened(
  async () => (await import('../appearance/appearance-dialog.tsx')).AppearanceDialog,
)
const ProfileDialog = whenOpened(
  async () => (await import('#client/features/account/profile/profile-dialog.tsx')).ProfileDialog,
)
const SecurityDialog = whenOpened(
  async () => (await import('#client/features/account/security/security-dialog.tsx')).SecurityDialog,
)
const AboutDialog = whenOpened(
  async () => (await import('#client/features/account/about-dialog.tsx')).AboutDialog,
)
const UsersDialog = whenOpened(
  async () => (await import('#client/features/users/users-dialog.tsx')).UsersDialog,
)

const fetchPalette = () => void CommandPalette.fetch().catch(() => undefined)

export type Overlay = 'palette' | 'shortcuts' | 'appearance' | 'profile' | 'security' | 'about' | 'users'
const OverlayContext = createContext<((overlay: Overlay) => void) | undefined>(undefined)

/** The overlays of signed-in users, one at a time. Ctrl or Cmd + K toggles the command palette. */
export function Overlays({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<Overlay>()
  const close = useCallback(() => setOpen(undefined), [])
  usePaletteKey(open === 'palette', setOpen)

  return (
    <OverlayContext value={setOpen}>
      <UpsertHost>{children}</UpsertHost>
      <StepUpHost />
      {open === 'palette' && <CommandPalette onClose={close} onOpen={setOpen} />}
      {open === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      {open === 'appearance' && <AppearanceDialog onClose={close} />}
      {open === 'profile' && <ProfileDialog onClose={close} />}
      {open === 'security' && <SecurityDialog onClose={close} />}
      {open === 'about' && <AboutDialog onClose={close} />}
      {open === 'users' && <UsersDialog onClose={close} />}
    </OverlayContext>
  )
}

export function useOverlay(): (overlay: Overlay) => void {
  const open = use(OverlayContext)
  if (!open) {
    throw new Error('There are no Overlays above this component.')
  }
  return open
}

const AT_ONCE = 0

function usePaletteKey(isOpen: boolean, setOpen: (overlay: Overlay | undefined) => void) {
  // Fetched early: text typed right after the shortcut belongs in the palette's field, not the page.
  useOnceUsed(AT_ONCE, fetchPalette)

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isPalette = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k'
      if (isPalette && (isOpen || !isOverlaid())) {
        event.preventDefault()
        setOpen(isOpen ? undefined : 'palette')
      }
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isOpen, setOpen])
}
