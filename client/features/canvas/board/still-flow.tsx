import { useTexts } from '#client/texts/texts.tsx'
import '../agent/agent.css'
import { AreaCard } from '../arrange/area-card.tsx'
import '../arrange/arrange.css'
import { useEffect, useMemo, useRef } from 'react'
import ReactFlow, { Background, type EdgeTypes, type NodeTypes, ReactFlowProvider } from 'reactflow'
import { FlowCard, FrameCard, NoteCard } from '../card/card.ts'
import { type Graph, readGraph } from '../graph/flow-graph.ts'
import { type CanvasState, createCanvasStore } from '../store/canvas-store.ts'
import { CanvasStoreProvider, useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { PlainWires } from '../wires/plain-wires.tsx'
import { Wire } from '../wires/wire.tsx'
import 'reactflow/dist/base.css'
// In the order of the workspace: whichever of the two is loaded first decides it.
import '../canvas.css'
import './board.css'
import '../card/notes.css'
import '../card/card.css'
import '../card/rows.css'
import '../card/port.css'
import '../card/detail.css'
import '../fields/field.css'
import '../wires/wire.css'

const nodeTypes: NodeTypes = { card: FlowCard, note: NoteCard, frame: FrameCard, area: AreaCard }
const edgeTypes: EdgeTypes = { wire: Wire }

export function createStillStore(
  graph: Graph,
  { summaries, templates }: Pick<CanvasState, 'summaries' | 'templates'>,
) {
  const store = createCanvasStore()
  store.setState({ summaries, templates })
  store.getState().open(graph, undefined)
  store.setState({ act: () => undefined, put: () => undefined })
  return store
}

/** Read-only view of the flow in the surrounding store. */
export function StillFlow({ className, label }: { className: string; label?: string }) {
  const { changeNodes } = useCanvasStore().getState()
  const nodes = useCanvas((state) => state.flowNodes)
  const edges = useCanvas((state) => state.flowEdges)
  const container = useRef<HTMLElement>(null)
  // Fields are read-only: `inert` blocks keys and clicks.
  useEffect(() => {
    container.current?.querySelector('.react-flow__nodes')?.setAttribute('inert', '')
  }, [])
  return (
    <section ref={container} className={className} aria-label={label}>
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
        <PlainWires />
      </ReactFlow>
    </section>
  )
}

type Props = Pick<CanvasState, 'summaries' | 'templates'> & { flowData: string; name: string }

/** A read-only canvas. Throws INVALID_FLOW. */
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
