import { Suspense } from 'react'
import { useStore } from 'reactflow'
import { lazilySoon } from '#client/components/on-demand.tsx'
import { isLarge } from '../card/detail.ts'
import { useCanvas } from '../store/use-canvas.ts'

// Most flows are never large. One may become so while the net is away.
const Sheet = lazilySoon(async () => (await import('./painted-sheet.tsx')).PaintedSheet)

/** All cards and wires of a large flow that are not drawn, on one sheet under what can be touched. */
export function FarSheet() {
  const large = useStore(isLarge)
  const picturing = useCanvas((state) => state.picturing)
  return large && !picturing ? (
    <Suspense fallback={null}>
      <Sheet />
    </Suspense>
  ) : null
}
