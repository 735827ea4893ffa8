import { useEffect, useRef } from 'react'
import ReactFlow, { Background, type EdgeTypes, type NodeTypes } from 'reactflow'
import { AreaCard } from '../arrange/area-card.tsx'
import { FlowCard } from '../card/flow-card.tsx'
import { FrameCard } from '../card/frame-card.tsx'
import { NoteCard } from '../card/note-card.tsx'
import type { Graph } from '../graph/flow-graph.ts'
import { type CanvasState, createCanvasStore } from '../store/canvas-store.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { PlainWires } from '../wires/plain-wires.tsx'
import { Wire } from '../wires/wire.tsx'

const nodeTypes: NodeTypes = { card: FlowCard, note: NoteCard, frame: FrameCard, area: AreaCard }
const edgeTypes: EdgeTypes = { wire: Wire }

/** A canvas' store that shows one flow and takes no changes. */
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

/** The flow of the store around it, to look round in: values can be read, nothing can be changed. */
export function StillFlow({ className, label }: { className: string; label?: string }) {
  const { changeNodes } = useCanvasStore().getState()
  const nodes = useCanvas((state) => state.flowNodes)
  const edges = useCanvas((state) => state.flowEdges)
  const room = useRef<HTMLElement>(null)
  // Its fields are there to be seen: no key and no click may come as far as them.
  useEffect(() => {
    room.current?.querySelector('.react-flow__nodes')?.setAttribute('inert', '')
  }, [])
  return (
    <section ref={room} className={className} aria-label={label}>
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
