import { useEffect, useMemo, useRef } from 'react'
import ReactFlow, { Background, type EdgeTypes, type NodeTypes, ReactFlowProvider } from 'reactflow'
import { useTexts } from '#client/texts/texts.tsx'
import type { FlowDiff } from '#shared/flow-diff.ts'
import { FlowCard } from '../card/flow-card.tsx'
import { FrameCard } from '../card/frame-card.tsx'
import { NoteCard } from '../card/note-card.tsx'
import type { Graph } from '../graph/flow-graph.ts'
import { createCanvasStore } from '../store/canvas-store.ts'
import { CanvasStoreProvider, useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { Wire } from '../wires/wire.tsx'
import { DiffOverlay } from './diff-overlay.tsx'

const nodeTypes: NodeTypes = { card: FlowCard, note: NoteCard, frame: FrameCard }
const edgeTypes: EdgeTypes = { wire: Wire }

type Props = { graph: Graph; diff: FlowDiff | undefined; number: number }

/** A version on a canvas of its own over the one that is worked on: to look round in, not to touch. */
export function VersionPreview({ graph, diff, number }: Props) {
  const { versions } = useTexts()
  const templates = useCanvas((state) => state.templates)
  const current = useCanvas((state) => state.graph)
  const store = useMemo(() => {
    const frozen = createCanvasStore()
    frozen.getState().setTemplates([...templates.values()])
    frozen.getState().open(graph, undefined)
    frozen.setState({ act: () => undefined, put: () => undefined })
    return frozen
  }, [graph, templates])

  return (
    <section className="version-preview" aria-label={versions.previewOf(number)} data-popup="">
      <CanvasStoreProvider value={store}>
        <ReactFlowProvider>
          <Still />
          {diff && <DiffOverlay diff={diff} other={current} shown={graph} isLater={false} />}
        </ReactFlowProvider>
      </CanvasStoreProvider>
      <p className="preview-mark">{versions.readOnly(number)}</p>
    </section>
  )
}

function Still() {
  const { changeNodes } = useCanvasStore().getState()
  const nodes = useCanvas((state) => state.flowNodes)
  const edges = useCanvas((state) => state.flowEdges)
  const room = useRef<HTMLDivElement>(null)
  // Its fields are there to be seen: no key and no click may come as far as them.
  useEffect(() => {
    room.current?.querySelector('.react-flow__nodes')?.setAttribute('inert', '')
  }, [])
  return (
    <div ref={room} className="preview-room">
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodesChange={changeNodes}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        deleteKeyCode={null}
        selectionKeyCode={null}
        disableKeyboardA11y
        minZoom={0.1}
        maxZoom={2}
        fitView
        fitViewOptions={{ padding: 0.12, maxZoom: 1 }}
        proOptions={{ hideAttribution: true }}
      >
        <Background gap={20} size={1.5} color="var(--joy-palette-canvas-grid)" />
      </ReactFlow>
    </div>
  )
}
