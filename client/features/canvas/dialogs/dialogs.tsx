import { onDemand } from '#client/components/on-demand.tsx'
import type { View } from '../board/use-view.ts'
import type { useLeaveGuard } from '../header/use-leave-guard.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { ExpandDialog } from './expand-dialog.tsx'

const PictureDialog = onDemand(async () => (await import('../export/picture-dialog.tsx')).PictureDialog)
const ConflictDialog = onDemand(async () => (await import('./draft-dialogs.tsx')).ConflictDialog)
const CredentialDialog = onDemand(async () => (await import('./credential-dialog.tsx')).CredentialDialog)
const DuplicateDialog = onDemand(async () => (await import('./name-dialogs.tsx')).DuplicateDialog)
const ImportDialog = onDemand(async () => (await import('./import-dialog.tsx')).ImportDialog)
const LeaveDialog = onDemand(async () => (await import('./draft-dialogs.tsx')).LeaveDialog)
const NamingDialog = onDemand(async () => (await import('./name-dialogs.tsx')).NamingDialog)
const ShortcutsDialog = onDemand(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)

type Props = {
  guard: ReturnType<typeof useLeaveGuard>
  save: () => Promise<boolean>
  view: View
  onOpenFlow: (id: string) => void
}

export function Dialogs({ guard, save, view, onOpenFlow }: Props) {
  const store = useCanvasStore()
  const dialog = useCanvas((state) => state.dialog)
  const saved = useCanvas((state) => state.saved)
  const naming = useCanvas((state) => state.naming)
  const isImporting = useCanvas(({ importing }) => importing !== undefined)
  const wantsCredential = useCanvas(({ newCredential }) => newCredential !== undefined)
  const name = useCanvas(({ graph }) => graph.name)
  const close = () => store.getState().put({ dialog: undefined })
  const { waiting, go, stay } = guard

  return (
    <>
      {dialog === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      {dialog === 'picture' && <PictureDialog onClose={close} />}
      {dialog === 'conflict' && <ConflictDialog onClose={close} onOpenFlow={onOpenFlow} />}
      {dialog === 'duplicate' && saved && (
        <DuplicateDialog
          id={saved.id}
          name={name}
          onClose={close}
          onDone={(id) => {
            close()
            onOpenFlow(id)
          }}
        />
      )}
      {naming && <NamingDialog naming={naming} />}
      {isImporting && <ImportDialog view={view} onOpenFlow={onOpenFlow} />}
      {waiting !== undefined && (
        <LeaveDialog
          name={name}
          onStay={stay}
          onLeave={() => go(waiting)}
          onSaveAndLeave={async () => {
            if (await save()) {
              go(waiting)
            } else {
              stay()
            }
          }}
        />
      )}
      <ExpandDialog />
      {wantsCredential && <CredentialDialog />}
    </>
  )
}
