import { useCanvas } from '../store/use-canvas.ts'
import { useComparison } from './comparison.ts'
import { DiffOverlay } from './diff-overlay.tsx'
import { useVersionDiff, useVersionGraph } from './use-version-diff.ts'
import { VersionPreview } from './version-preview.tsx'

/** What lies over the canvas while versions are looked at: the differences to the draft, or a version in its place. */
export function ComparisonLayer() {
  const { chosen, base, onCanvas } = useComparison()
  const open = useCanvas(({ dock }) => dock === 'versions')
  const current = useCanvas((state) => state.graph)
  const named = open ? (chosen ?? (onCanvas ? base : undefined)) : undefined
  const graph = useVersionGraph(named?.id)
  const view = useVersionDiff(named ? graph : undefined)
  if (!named || !graph || graph === 'unreadable') {
    return null
  }
  if (chosen) {
    return (
      <VersionPreview
        key={chosen.id}
        graph={graph}
        diff={onCanvas ? view?.diff : undefined}
        number={chosen.number}
      />
    )
  }
  return view && <DiffOverlay diff={view.diff} other={graph} shown={current} isLater />
}
