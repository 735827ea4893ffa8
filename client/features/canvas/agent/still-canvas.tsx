import { useMemo } from 'react'
import { ReactFlowProvider } from 'reactflow'
import { useTexts } from '#client/texts/texts.tsx'
import { createStillStore, StillFlow } from '../board/still-flow.tsx'
import { readGraph } from '../graph/flow-graph.ts'
import type { CanvasState } from '../store/canvas-store.ts'
import { CanvasStoreProvider } from '../store/use-canvas.ts'
import 'reactflow/dist/base.css'
import '../canvas.css'
import '../board/board.css'
import '../arrange/arrange.css'
import '../card/notes.css'
import '../card/card.css'
import '../card/rows.css'
import '../card/port.css'
import '../card/detail.css'
import '../fields/field.css'
import '../wires/wire.css'
import './agent.css'

type Props = Pick<CanvasState, 'summaries' | 'templates'> & { flowData: string; name: string }

/** A flow on a canvas to look round in: values can be read, nothing can be changed. Throws INVALID_FLOW. */
export function StillCanvas({ flowData, name, summaries, templates }: Props) {
  const { canvas } = useTexts()
  const store = useMemo(
    () => createStillStore(readGraph(flowData, name), { summaries, templates }),
    [flowData, name, summaries, templates],
  )
  return (
    <CanvasStoreProvider value={store}>
      <ReactFlowProvider>
        <StillFlow className="still-canvas" label={canvas.canvas} />
      </ReactFlowProvider>
    </CanvasStoreProvider>
  )
}
