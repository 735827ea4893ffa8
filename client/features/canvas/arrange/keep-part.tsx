import { whenOpened } from '#client/components/on-demand.tsx'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

// Few groups are ever kept: the form is fetched with the first.
const KeepPartDialog = whenOpened(async () => (await import('./keep-part-dialog.tsx')).KeepPartDialog)

/** The form with which a group is kept to be put into other flows, while it is asked for. */
export function KeepPart() {
  const store = useCanvasStore()
  const area = useCanvas((state) => state.keptPart)
  return area === undefined ? null : (
    <KeepPartDialog area={area} onClose={() => store.getState().put({ keptPart: undefined })} />
  )
}
