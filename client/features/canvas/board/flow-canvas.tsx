import { type DragEvent, type MouseEvent, memo, useCallback, useRef, useState } from 'react'
import ReactFlow, { type EdgeTypes, type NodeTypes, SelectionMode } from 'reactflow'
import { useShallow } from 'zustand/react/shallow'
import 'reactflow/dist/base.css'
import { onDemand } from '#client/components/on-demand.tsx'
import { nodeLabel } from '#client/texts/node-texts.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { AreaCard } from '../arrange/area-card.tsx'
import { SelectionBar } from '../arrange/selection-bar.tsx'
import { Dots, EdgeHint, HelperLines } from './backdrop.tsx'
import '../arrange/arrange.css'
import { FlowCard, FrameCard, initialsOf, NoteCard } from '../card/card.ts'
import { isOff } from '../graph/edit.ts'
import { type CardLook, Painting, PaintingProvider, useDetail, usePainting } from '../painting/painting.tsx'
import type { CanvasState } from '../store/canvas-store.ts'
import { viewOf } from '../store/card-view.ts'
import { dragType, dropNode } from '../store/insert.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { PlainWires } from '../wires/plain-wires.tsx'
import { DrawnWire, Wire } from '../wires/wire.tsx'
import { CardToolbar } from './card-toolbar.tsx'
import { useRestoredFocus } from './focus.ts'
import { MiniMapPane } from './mini-map-pane.tsx'
import { useStoredPreferences } from './preferences.ts'
import { Spoken } from './spoken.tsx'
import { ToolStrip } from './tool-strip.tsx'
import { startOf, useFirstView } from './use-camera.ts'
import { useCanvasKeys } from './use-canvas-keys.ts'
import { useClipboard } from './use-clipboard.ts'
import { useFlowDrop, useLinking, useModifiers, useMoving, usePointer } from './use-gestures.ts'
import type { View } from './use-view.ts'

const FindBar = onDemand(async () => (await import('../arrange/find-bar.tsx')).FindBar)

const nodeTypes: NodeTypes = { card: FlowCard, note: NoteCard, frame: FrameCard, area: AreaCard }
const edgeTypes: EdgeTypes = { wire: Wire }
const gridStep: [number, number] = [20, 20]
const minZoom = 0.1
const proOptions = { hideAttribution: true }
const middleButton = [1]
const leftAndMiddle = [0, 1]

type Props = { view: View; onSave: () => void }

export function FlowCanvas(props: Props) {
  return (
    <PaintingProvider>
      <Board {...props} />
    </PaintingProvider>
  )
}

function Board({ view, onSave }: Props) {
  const { canvas, canvasImport } = useTexts()
  const store = useCanvasStore()
  const container = useRef<HTMLDivElement>(null)
  const nodes = useCanvas((state) => state.flowNodes)
  const painting = usePainting()
  const detail = useDetail()
  const { grid, snapping, locked } = useCanvas(
    useShallow((state) => ({ grid: state.grid, snapping: state.snapping, locked: state.locked })),
  )
  const tool = useCanvas((state) => state.tool)
  const { changeNodes, changeEdges, settleMove } = store.getState()
  const pointer = usePointer()
  const linking = useLinking(view, pointer.place)
  const shift = useModifiers()
  const wheelPans = useStoredPreferences(store).wheel === 'pan'
  const moving = useMoving(container)
  const fileDrop = useFlowDrop(view)
  useFirstView(view)
  useRestoredFocus(container)
  useCanvasKeys(container, view, onSave)
  useClipboard(container, view, pointer.place)

  const [start] = useState(() => startOf(store.getState(), minZoom))

  const leave = useCallback(() => {
    store.getState().stopLink()
    // The click that ends a drawn wire has just opened the popover, which must keep the focus.
    if (!store.getState().quickAdd) {
      container.current?.focus({ preventScroll: true })
    }
  }, [store])

  const startRun = useCallback(() => {
    const expected = new URLSearchParams(location.search).get('node')
    if (expected !== null) {
      view.showNode(expected)
    }
  }, [view])

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
    const kind = store.getState().summaries.get(event.dataTransfer.getData(dragType))
    if (kind) {
      event.preventDefault()
      const { x, y } = view.toPlace({ x: event.clientX, y: event.clientY })
      dropNode(store, kind, { x: x - 160, y: y - 26 })
      container.current?.focus({ preventScroll: true })
    }
  }

  return (
    <div
      ref={container}
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
        painting.onFocus(target)
        view.reveal(target)
      }}
    >
      <p id="canvas-hint" className="canvas-hint">
        {canvas.hint}
      </p>
      <ReactFlow
        nodes={nodes}
        edges={painting.wires}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodesChange={changeNodes}
        onEdgesChange={changeEdges}
        onNodeDragStop={settleMove}
        onSelectionDragStop={settleMove}
        onDoubleClick={openQuickAdd}
        onPaneClick={leave}
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
        panOnScroll={wheelPans}
        panOnScrollSpeed={1}
        // Ctrl already zooms: browsers report a pinch as Ctrl + wheel.
        zoomActivationKeyCode={wheelPans ? 'Meta' : null}
        panActivationKeyCode={null}
        deleteKeyCode={null}
        disableKeyboardA11y
        elevateNodesOnSelect
        minZoom={minZoom}
        maxZoom={2}
        {...start}
        onInit={startRun}
        proOptions={proOptions}
      >
        <Ground hasDots={grid && detail !== 'tile'} />
      </ReactFlow>
      <Strips view={view} />
      {fileDrop.isOver && (
        <p className="drop-file centered absolute semibold untouchable text-16">{canvasImport.drop}</p>
      )}
      <Spoken />
    </div>
  )
}

/** Memoized: the nodes change with every frame of a drag. */
const Ground = memo(function Ground({ hasDots }: { hasDots: boolean }) {
  return (
    <>
      {hasDots && <Dots />}
      <Painting looksOf={looksOf} />
      <PlainWires />
      <HelperLines />
      <MiniMapPane />
      <CardToolbar />
      <EdgeHint />
    </>
  )
})

const Strips = memo(function Strips({ view }: { view: View }) {
  const isFinding = useCanvas((state) => state.finding)
  return (
    <>
      <ToolStrip view={view} />
      <SelectionBar />
      {isFinding && <FindBar view={view} />}
    </>
  )
})

/** A drag with Shift draws a selection box; the pan tool moves the canvas from anywhere. */
function panOnDrag(tool: 'select' | 'pan', shift: boolean) {
  if (tool === 'pan') {
    return true
  }
  return shift ? middleButton : leftAndMiddle
}

/** What the painted picture of a card shows of it. */
function looksOf({ graph, templates, summaries, runs, problemsByNode, selectedNodes }: CanvasState) {
  const chosen = new Set(selectedNodes)
  return (id: string): CardLook => {
    const node = graph.nodes.get(id)
    return {
      kind: node ? viewOf(node, templates).kind : 'any',
      label: (node && nodeLabel(node.data)) || id,
      characters: initialsOf(summaries, node?.data.name),
      state: runs.get(id)?.state,
      selected: chosen.has(id),
      hasProblem: problemsByNode.has(id),
      isOff: isOff(graph, id),
    }
  }
}
