import { useMemo } from 'react'
import { ReactFlowProvider } from 'reactflow'
import { useTexts } from '#client/texts/texts.tsx'
import type { FlowDiff } from '#shared/flow-diff.ts'
import { createStillStore, StillFlow } from '../board/still-flow.tsx'
import type { Graph } from '../graph/flow-graph.ts'
import { CanvasStoreProvider, useCanvas } from '../store/use-canvas.ts'
import { DiffOverlay } from './diff-overlay.tsx'

type Props = { graph: Graph; diff: FlowDiff | undefined; number: number }

/** A version on a canvas of its own over the one that is worked on: to look round in, not to touch. */
export function VersionPreview({ graph, diff, number }: Props) {
  const { versions } = useTexts()
  const summaries = useCanvas((state) => state.summaries)
  const templates = useCanvas((state) => state.templates)
  const current = useCanvas((state) => state.graph)
  const store = useMemo(
    () => createStillStore(graph, { summaries, templates }),
    [graph, summaries, templates],
  )

  return (
    <section className="version-preview" aria-label={versions.previewOf(number)} data-popup="">
      <CanvasStoreProvider value={store}>
        <ReactFlowProvider>
          <StillFlow className="preview-room" />
          {diff && <DiffOverlay diff={diff} other={current} shown={graph} isLater={false} />}
        </ReactFlowProvider>
      </CanvasStoreProvider>
      <p className="preview-mark">{versions.readOnly(number)}</p>
    </section>
  )
}
