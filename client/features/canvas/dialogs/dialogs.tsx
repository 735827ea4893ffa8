import type { View } from '../board/use-view.ts'
import { PictureDialog } from '../export/picture-dialog.tsx'
import type { useLeaveGuard } from '../header/use-leave-guard.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { CredentialDialog } from './credential-dialog.tsx'
import { DuplicateDialog } from './duplicate-dialog.tsx'
import { ExpandDialog } from './expand-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'

type Props = {
  guard: ReturnType<typeof useLeaveGuard>
  save: () => Promise<boolean>
  view: View
  onOpenFlow: (id: string) => void
}

/** Whatever stands before the canvas and asks for an answer. */
export function Dialogs({ guard, save, view, onOpenFlow }: Props) {
  const store = useCanvasStore()
  const dialog = useCanvas((state) => state.dialog)
  const saved = useCanvas((state) => state.saved)
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
      <ImportDialog view={view} onOpenFlow={onOpenFlow} />
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
      <CredentialDialog />
    </>
  )
}
