import { type DragEvent, type MouseEvent, useCallback, useRef, useSyncExternalStore } from 'react'
import ReactFlow, {
  type EdgeTypes,
  getNodesBounds,
  getViewportForBounds,
  type NodeTypes,
  SelectionMode,
  useStore as useFlow,
} from 'reactflow'
import { useShallow } from 'zustand/react/shallow'
import 'reactflow/dist/base.css'
import { useTexts } from '#client/texts/texts.tsx'
import { AreaCard } from '../arrange/area-card.tsx'
import { FindBar } from '../arrange/find-bar.tsx'
import { HelperLines } from '../arrange/helper-lines.tsx'
import { SelectionBar } from '../arrange/selection-bar.tsx'
import '../arrange/arrange.css'
import { detailOf, isLarge } from '../card/detail.ts'
import { DrawnProvider, useDrawnCards } from '../card/drawn-provider.tsx'
import { FlowCard } from '../card/flow-card.tsx'
import { FrameCard } from '../card/frame-card.tsx'
import { NoteCard } from '../card/note-card.tsx'
import { FarSheet } from '../far/far-sheet.tsx'
import { viewportOf } from '../graph/flow-graph.ts'
import { dropNode } from '../palette/add.ts'
import { dragType } from '../palette/node-palette.tsx'
import type { CanvasState } from '../store/canvas-store.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { DrawnWire } from '../wires/drawn-wire.tsx'
import { PlainWires } from '../wires/plain-wires.tsx'
import { Wire } from '../wires/wire.tsx'
import { CardToolbar } from './card-toolbar.tsx'
import { Dots } from './dots.tsx'
import { EdgeHint } from './edge-hint.tsx'
import { MiniMapPane } from './mini-map-pane.tsx'
import { Spoken } from './spoken.tsx'
import { ToolStrip } from './tool-strip.tsx'
import { useCanvasKeys } from './use-canvas-keys.ts'
import { useClipboard } from './use-clipboard.ts'
import { useDrawnWires } from './use-drawn-wires.ts'
import { useFlowDrop } from './use-flow-drop.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { useKeptNodes } from './use-kept-nodes.ts'
import { useLinking } from './use-linking.ts'
import { useModifiers } from './use-modifiers.ts'
import { useMoving } from './use-moving.ts'
import type { View } from './use-view.ts'

const nodeTypes: NodeTypes = { card: FlowCard, note: NoteCard, frame: FrameCard, area: AreaCard }
const edgeTypes: EdgeTypes = { wire: Wire }
const gridStep: [number, number] = [20, 20]
/** What stands for a painted card costs little as long as it stays: to look for those in sight with every step of a pan costs more. */
const mostKept = 2_000
const minZoom = 0.1
const middleButton = [1]
const leftAndMiddle = [0, 1]

type Props = { view: View; onSave: () => void }

/** The graph itself: to pan, zoom, select, drag and wire. */
export function FlowCanvas(props: Props) {
  return (
    <DrawnProvider>
      <Board {...props} />
    </DrawnProvider>
  )
}

function Board({ view, onSave }: Props) {
  const { canvas, canvasImport } = useTexts()
  const store = useCanvasStore()
  const room = useRef<HTMLDivElement>(null)
  const nodes = useCanvas((state) => state.flowNodes)
  const drawn = useDrawnCards()
  const edges = useDrawnWires(drawn)
  // While somebody zooms, what stands for cards comes and goes with each step, and not all of it at once at the end.
  const isZooming = useSyncExternalStore(drawn.watch, drawn.isZooming)
  const hasMany = useFlow(isLarge)
  const detail = useFlow(detailOf)
  const { grid, snapping, locked } = useCanvas(
    useShallow((state) => ({ grid: state.grid, snapping: state.snapping, locked: state.locked })),
  )
  const tool = useCanvas((state) => state.tool)
  const picturing = useCanvas((state) => state.picturing)
  const { changeNodes, changeEdges, settleMove } = store.getState()
  const linking = useLinking(view)
  const pointer = usePointer()
  const shift = useModifiers()
  const moving = useMoving(room)
  const fileDrop = useFlowDrop(view)
  useKeptNodes()
  useKeptFocus(room)
  useCanvasKeys(room, view, onSave)
  useClipboard(room, view, pointer.place)

  const openQuickAdd = useCallback(
    (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.classList.contains('react-flow__pane')) {
        const at = { x: event.clientX, y: event.clientY }
        store.getState().put({ quickAdd: { at, place: view.toPlace(at) } })
      }
    },
    [store, view],
  )

  function onDrop(event: DragEvent) {
    fileDrop.handlers.onDrop(event)
    const template = store.getState().templates.get(event.dataTransfer.getData(dragType))
    if (template) {
      event.preventDefault()
      const { x, y } = view.toPlace({ x: event.clientX, y: event.clientY })
      dropNode(store, template, { x: x - 160, y: y - 26 })
      room.current?.focus({ preventScroll: true })
    }
  }

  const staysWhole = detail === 'tile' && !isZooming && nodes.length <= mostKept
  const start = startOf(store.getState())
  return (
    <div
      ref={room}
      id="canvas-room"
      className="canvas-room"
      role="application"
      aria-label={canvas.canvas}
      aria-describedby="canvas-hint"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the canvas takes keys of its own
      tabIndex={0}
      data-tool={tool}
      data-detail={detail}
      onPointerMove={pointer.follow}
      onFocus={({ target }) => {
        drawn.follow(target)
        view.reveal(target)
      }}
    >
      <p id="canvas-hint" className="canvas-hint">
        {canvas.hint}
      </p>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodesChange={changeNodes}
        onEdgesChange={changeEdges}
        onNodeDragStop={settleMove}
        onSelectionDragStop={settleMove}
        onDoubleClick={openQuickAdd}
        onPaneClick={() => {
          store.getState().stopLink()
          // The click that ends a drawn wire has just opened the popover, which has the focus.
          if (!store.getState().quickAdd) {
            room.current?.focus({ preventScroll: true })
          }
        }}
        onDragOver={(event) => {
          fileDrop.handlers.onDragOver(event)
          if (event.dataTransfer.types.includes(dragType)) {
            event.preventDefault()
          }
        }}
        onDragLeave={fileDrop.handlers.onDragLeave}
        onDrop={onDrop}
        {...moving}
        {...linking}
        connectionLineComponent={DrawnWire}
        connectionRadius={24}
        connectOnClick={false}
        nodesFocusable={false}
        nodeDragThreshold={3}
        zoomOnDoubleClick={false}
        nodesDraggable={tool === 'select' && !locked}
        nodesConnectable={!locked}
        edgesUpdatable={!locked}
        snapToGrid={snapping}
        snapGrid={gridStep}
        panOnDrag={panOnDrag(tool, shift)}
        selectionOnDrag={shift}
        selectionKeyCode={null}
        selectionMode={SelectionMode.Partial}
        multiSelectionKeyCode={null}
        zoomActivationKeyCode={null}
        panActivationKeyCode={null}
        deleteKeyCode={null}
        disableKeyboardA11y
        elevateNodesOnSelect
        minZoom={minZoom}
        maxZoom={2}
        {...start}
        onInit={() => {
          const wanted = new URLSearchParams(location.search).get('node')
          if (wanted !== null) {
            view.showNode(wanted)
          }
        }}
        onlyRenderVisibleElements={!picturing && hasMany && !staysWhole}
        proOptions={{ hideAttribution: true }}
      >
        {grid && detail !== 'tile' && <Dots />}
        <FarSheet />
        <PlainWires />
        <HelperLines />
        <MiniMapPane />
        <CardToolbar />
        <EdgeHint />
      </ReactFlow>
      <ToolStrip view={view} />
      <SelectionBar />
      <FindBar view={view} />
      {fileDrop.isOver && <p className="drop-file">{canvasImport.drop}</p>}
      <Spoken />
    </div>
  )
}

/** With Shift a drag draws a box of selection; the hand moves the canvas wherever it takes hold. */
function panOnDrag(tool: 'select' | 'pan', shift: boolean) {
  if (tool === 'pan') {
    return true
  }
  return shift ? middleButton : leftAndMiddle
}

/** Where one left it; otherwise all of it, guessed for the first frame, which would else draw every card at full size. */
function startOf({ graph, flowNodes, palette }: CanvasState) {
  const left = viewportOf(graph)
  if (left) {
    return { defaultViewport: left }
  }
  const [width, height] = [innerWidth - (palette && innerWidth >= 900 ? 300 : 0), innerHeight - 52]
  return {
    fitView: true,
    fitViewOptions: { padding: 0.12, maxZoom: 1 },
    ...(flowNodes.length > 0 && {
      defaultViewport: getViewportForBounds(getNodesBounds(flowNodes), width, height, minZoom, 1, 0.12),
    }),
  }
}

/** Where the pointer was last seen: pasted things go there. */
function usePointer() {
  const place = useRef<{ x: number; y: number }>(undefined)
  const follow = useCallback(({ clientX: x, clientY: y }: { clientX: number; clientY: number }) => {
    place.current = { x, y }
  }, [])
  return { place, follow }
}
