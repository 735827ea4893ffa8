import { lazy, Suspense } from 'react'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

// Few groups are ever kept: the form is fetched with the first.
const KeepPartDialog = lazy(async () => ({
  default: (await import('./keep-part-dialog.tsx')).KeepPartDialog,
}))

/** The form with which a group is kept to be put into other flows, while it is asked for. */
export function KeepPart() {
  const store = useCanvasStore()
  const area = useCanvas((state) => state.keptPart)
  return area === undefined ? null : (
    <Suspense>
      <KeepPartDialog area={area} onClose={() => store.getState().put({ keptPart: undefined })} />
    </Suspense>
  )
}
