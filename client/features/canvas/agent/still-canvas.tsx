import { useEffect, useMemo, useRef } from 'react'
import ReactFlow, { Background, type EdgeTypes, type NodeTypes, ReactFlowProvider } from 'reactflow'
import { useTexts } from '#client/texts/texts.tsx'
import type { NodeTemplate } from '#shared/nodes.ts'
import { AreaCard } from '../arrange/area-card.tsx'
import { FlowCard } from '../card/flow-card.tsx'
import { FrameCard } from '../card/frame-card.tsx'
import { NoteCard } from '../card/note-card.tsx'
import { readGraph } from '../graph/flow-graph.ts'
import { createCanvasStore } from '../store/canvas-store.ts'
import { CanvasStoreProvider, useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { Wire } from '../wires/wire.tsx'
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
import '../fields/block.css'
import '../wires/wire.css'
import './agent.css'

const nodeTypes: NodeTypes = { card: FlowCard, note: NoteCard, frame: FrameCard, area: AreaCard }
const edgeTypes: EdgeTypes = { wire: Wire }

type Props = { flowData: string; name: string; templates: readonly NodeTemplate[] }

/** A flow on a canvas to look round in: values can be read, nothing can be changed. Throws INVALID_FLOW. */
export function StillCanvas({ flowData, name, templates }: Props) {
  const store = useMemo(() => {
    const frozen = createCanvasStore()
    frozen.getState().setTemplates(templates)
    frozen.getState().open(readGraph(flowData, name), undefined)
    frozen.setState({ act: () => undefined, put: () => undefined })
    return frozen
  }, [flowData, name, templates])
  return (
    <CanvasStoreProvider value={store}>
      <ReactFlowProvider>
        <Still />
      </ReactFlowProvider>
    </CanvasStoreProvider>
  )
}

function Still() {
  const { canvas } = useTexts()
  const { changeNodes } = useCanvasStore().getState()
  const nodes = useCanvas((state) => state.flowNodes)
  const edges = useCanvas((state) => state.flowEdges)
  const room = useRef<HTMLElement>(null)
  // Its fields are there to be seen: no key and no click may come as far as them.
  useEffect(() => {
    room.current?.querySelector('.react-flow__nodes')?.setAttribute('inert', '')
  }, [])
  return (
    <section ref={room} className="still-canvas" aria-label={canvas.canvas}>
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
    </section>
  )
}
