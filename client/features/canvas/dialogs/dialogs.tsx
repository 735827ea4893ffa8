import { useEffect } from 'react'
import type { View } from '../board/use-view.ts'
import type { Graph } from '../graph/flow-graph.ts'
import type { useLeaveGuard } from '../header/use-leave-guard.ts'
import type { ConflictAnswer } from '../header/use-saving.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { CredentialDialog } from './credential-dialog.tsx'
import { DuplicateDialog } from './duplicate-dialog.tsx'
import { ExpandDialog } from './expand-dialog.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { LoadDialog, replaceAll } from './load-dialog.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'

type Props = {
  guard: ReturnType<typeof useLeaveGuard>
  save: () => Promise<boolean>
  loaded: Graph | undefined
  onLoaded: () => void
  view: View
  /** The user leaves his changes behind on purpose. */
  onLeaveUnsaved: () => void
  onConflict: (answer: ConflictAnswer) => void
  onOpenFlow: (id: string) => void
}

/** Whatever stands before the canvas and asks for an answer. */
export function Dialogs({
  guard,
  save,
  loaded,
  onLoaded,
  view,
  onLeaveUnsaved,
  onConflict,
  onOpenFlow,
}: Props) {
  const store = useCanvasStore()
  const dialog = useCanvas((state) => state.dialog)
  const saved = useCanvas((state) => state.saved)
  const name = useCanvas(({ graph }) => graph.name)
  const empty = useCanvas(({ graph }) => graph.nodes.size === 0)
  const close = () => store.getState().put({ dialog: undefined })
  const { waiting, go, stay } = guard

  // Onto an empty canvas a file goes without a question.
  useEffect(() => {
    if (loaded && empty) {
      replaceAll(store, loaded)
      onLoaded()
      setTimeout(view.fit, 50)
    }
  }, [loaded, empty, store, onLoaded, view])

  return (
    <>
      {dialog === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      {dialog === 'conflict' && <ConflictDialog onAnswer={onConflict} />}
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
      {loaded && !empty && (
        <LoadDialog
          loaded={loaded}
          place={view.centre()}
          onClose={onLoaded}
          onDone={() => {
            onLoaded()
            setTimeout(view.fit, 50)
          }}
        />
      )}
      {waiting !== undefined && (
        <LeaveDialog
          name={name}
          onStay={stay}
          onLeave={() => {
            onLeaveUnsaved()
            go(waiting)
          }}
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
