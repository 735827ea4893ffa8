import { Plus, X } from 'lucide-react'
import { memo, useEffect, useEffectEvent, useId, useMemo } from 'react'
import {
  BaseEdge,
  type ConnectionLineComponentProps,
  EdgeLabelRenderer,
  type EdgeProps,
  getBezierPath,
  useReactFlow,
} from 'reactflow'
import { kindColor } from '#client/components/kind-glyph.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { kindOf } from '#shared/kinds.ts'
import { classesOfHandle } from '#shared/nodes.ts'
import { isOff } from '../graph/edit.ts'
import { removeEdges } from '../graph/remove.ts'
import type { OutputValue } from '../graph/run-values.ts'
import { useFlowNodes, useZoom } from '../painting/painting.tsx'
import type { CanvasState } from '../store/canvas-store.ts'
import type { WireData } from '../store/derive.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { around, findLabelPlace, obstaclesOf, pillSize, placePill, pointAt } from './pill-place.ts'

/** Ports are 24 px to hit; the thread itself ends in the middle of the glyph. */
const reach = 12

/**
 * A wire: a casing in the canvas colour keeps crossings readable, the line has the colours of its kinds, and beads
 * move along it during a run.
 */
export const Wire = memo(function Wire({ data, selected, ...ends }: EdgeProps<WireData>) {
  const gradient = useId()
  const store = useCanvasStore()
  const thick = useZoom((zoom) => (zoom < 0.6 ? 2 : 1))
  const look = useCanvas((state) => lookOf(state, ends))
  const off = useCanvas(({ graph }) => isOff(graph, ends.source) || isOff(graph, ends.target))
  const hovered = useCanvas(({ hoveredEdge }) => hoveredEdge === ends.id)
  const [sourceX, targetX] = [ends.sourceX - reach, ends.targetX + reach]
  const [path] = getBezierPath({ ...ends, sourceX, targetX, curvature: 0.3 })
  const { from = 'any', to = 'any' } = data ?? {}
  const strong = selected || hovered || look === 'strong'

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what it shows on hover is shown when it is selected, too
    <g
      className="wire"
      data-state={look}
      data-off={off || undefined}
      data-testid={`edge-${ends.id}`}
      onMouseEnter={() => store.getState().put({ hoveredEdge: ends.id })}
      onMouseLeave={() => store.getState().put({ hoveredEdge: undefined })}
    >
      <linearGradient
        id={gradient}
        gradientUnits="userSpaceOnUse"
        x1={sourceX}
        y1={ends.sourceY}
        x2={targetX}
        y2={ends.targetY}
      >
        <stop offset="0.1" style={{ stopColor: kindColor(from) }} />
        <stop offset="0.9" style={{ stopColor: kindColor(to) }} />
      </linearGradient>
      <path d={path} className="wire-casing unfilled" />
      <BaseEdge
        path={path}
        interactionWidth={20}
        style={{ stroke: strokeOf(gradient, from, ends), strokeWidth: (strong ? 3 : 2) * thick }}
      />
      {look === 'running' && (
        <path d={path} className="wire-beads unfilled" style={{ stroke: kindColor(to) }} />
      )}
      {(thick === 1 || hovered) && <WireValue source={ends.source} x={ends.sourceX} y={ends.sourceY} />}
      {(hovered || selected) && (
        <WirePill
          id={ends.id}
          isSelected={selected === true}
          {...{ sourceX, targetX }}
          sourceY={ends.sourceY}
          targetY={ends.targetY}
        />
      )}
    </g>
  )
})

// Browsers draw nothing for a gradient along a perfectly horizontal line, because its bounding box has no height.
function strokeOf(gradient: string, from: WireData['from'], { sourceY, targetY }: EdgeProps) {
  return Math.abs(sourceY - targetY) < 0.01 ? kindColor(from) : `url(#${gradient})`
}

type Ends = { id: string; source: string; target: string }

function lookOf(
  state: CanvasState,
  { id, source, target }: Ends,
): 'running' | 'error' | 'strong' | 'faded' | undefined {
  const run = state.runs.get(source)?.state
  if (run === 'running') {
    return 'running'
  }
  if (run === 'failed') {
    return 'error'
  }
  const { hoveredEdge, selectedNodes, linking } = state
  if (hoveredEdge === id || selectedNodes.includes(source) || selectedNodes.includes(target)) {
    return 'strong'
  }
  const others = linking !== undefined || selectedNodes.length > 0 || hoveredEdge !== undefined
  return others ? 'faded' : undefined
}

type PillProps = { id: string; isSelected: boolean } & Pick<
  EdgeProps,
  'sourceX' | 'sourceY' | 'targetX' | 'targetY'
>

function WirePill({ id, isSelected, sourceX, sourceY, targetX, targetY }: PillProps) {
  const { canvas } = useTexts()
  const store = useCanvasStore()
  const flow = useReactFlow()
  // Keeps the hit target large enough when zoomed out.
  const scale = useZoom((zoom) => Math.max(1, 1 / zoom))
  const nodes = useFlowNodes()
  // wire.css has larger buttons there.
  const isTouch = innerWidth < 900
  const { x, y, isUpright, isOnWire, middle } = useMemo(() => {
    const thread = { from: { x: sourceX, y: sourceY }, to: { x: targetX, y: targetY } }
    const place = placePill(thread, obstaclesOf(nodes), { isTouch, scale })
    return { ...place, middle: pointAt(thread, 0.5) }
  }, [sourceX, sourceY, targetX, targetY, nodes, isTouch, scale])
  const reveal = useEffectEvent(() => {
    // A pointer is already on the wire; a wire selected by keyboard may be outside the view or behind a dock.
    if (document.activeElement?.matches('.react-flow__edge:focus-visible')) {
      store.getState().camera?.reveal(around({ x, y }, pillSize({ isUpright, isTouch, scale })))
    }
  })
  useEffect(() => {
    if (isSelected) {
      reveal()
    }
  }, [isSelected])
  const leash = `M${middle.x} ${middle.y}L${x} ${y}`
  return (
    <>
      {!isOnWire && <path d={leash} className="wire-leash" />}
      {/* The pointer finds its way from the wire to the pill. */}
      {!isOnWire && <path d={leash} className="wire-leash-room" />}
      <EdgeLabelRenderer>
        <span
          className="wire-pill nodrag nopan"
          data-upright={isUpright || undefined}
          style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px) scale(${scale})` }}
        >
          <button
            className="filled-on-hover"
            type="button"
            aria-label={canvas.insertHere}
            title={canvas.insertHere}
            onClick={() =>
              store.getState().put({
                quickAdd: {
                  at: flow.flowToScreenPosition({ x, y }),
                  place: { x: middle.x - 160, y: middle.y - 60 },
                  between: id,
                },
              })
            }
          >
            <Plus size={14} />
          </button>
          <button
            className="filled-on-hover"
            type="button"
            aria-label={canvas.deleteLink}
            title={canvas.deleteLink}
            onClick={() => {
              store.getState().put({ hoveredEdge: undefined })
              store
                .getState()
                .act({ name: 'deleteLinks', count: 1 }, (graph, templates) =>
                  removeEdges(graph, [id], templates),
                )
            }}
          >
            <X size={14} />
          </button>
        </span>
      </EdgeLabelRenderer>
    </>
  )
}

export function DrawnWire({
  fromX,
  fromY,
  fromPosition,
  toX,
  toY,
  toPosition,
  fromHandle,
}: ConnectionLineComponentProps) {
  const [path] = getBezierPath({
    sourceX: fromX,
    sourceY: fromY,
    sourcePosition: fromPosition,
    targetX: toX,
    targetY: toY,
    targetPosition: toPosition,
    curvature: 0.3,
  })
  const kind = kindOf(classesOfHandle(fromHandle?.id ?? ''))
  return <path d={path} className="wire-drawn unfilled" style={{ stroke: kindColor(kind) }} />
}

const SHOWN = 24
/** Gap between port, wire and label. */
const GAP = 4
const HEIGHT = 20
const WIDEST = 86
/** A narrower label would be unreadable. */
const LEAST = 40

function WireValue(props: Props) {
  const value = useCanvas(({ passed }) => passed.get(props.source))
  return value ? <Label {...props} value={value} /> : null
}

type Props = { source: string; x: number; y: number }

function Label({ source, x, y, value }: Props & { value: OutputValue }) {
  const { canvasRun } = useTexts()
  const kind = useCanvas(({ graph }) => graph.nodes.get(source)?.data.name)
  const nodes = useFlowNodes()
  const container = useMemo(
    () => findLabelPlace({ x: x + GAP, y: y - GAP }, HEIGHT, obstaclesOf(nodes)),
    [x, y, nodes],
  )
  if (container < LEAST) {
    return null
  }
  return (
    <EdgeLabelRenderer>
      <span
        className="wire-value nodrag nopan truncate absolute text-secondary surface outlined round-4 code-11"
        data-error={value.isError || undefined}
        data-testid={`wire-value-${source}`}
        title={value.text}
        style={{
          transform: `translate(${GAP}px, -100%) translate(${x}px, ${y - GAP}px)`,
          maxWidth: Math.min(WIDEST, container - GAP),
        }}
      >
        {wordsFor(value, kind, canvasRun)}
      </span>
    </EdgeLabelRenderer>
  )
}

type Counts = Record<'passed' | 'passages' | 'messages', (count: number) => string>

function wordsFor({ text, count }: OutputValue, kind: unknown, texts: Counts) {
  if (count === undefined) {
    const line = text.split('\n')[0] ?? ''
    return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line
  }
  const name = String(kind)
  if (/memory/i.test(name)) {
    return texts.messages(count)
  }
  return /retriev|vector|store|index/i.test(name) ? texts.passages(count) : texts.passed(count)
}
