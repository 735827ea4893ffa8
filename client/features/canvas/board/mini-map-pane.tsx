import { kindColor } from '#client/components/kind-glyph.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { noteColorOf } from '../card/card.ts'
import type { Point } from '../graph/flow-graph.ts'
import { useFlowNodes, useFlowSize, useTransform } from '../painting/painting.tsx'
import type { CanvasState } from '../store/canvas-store.ts'
import { viewOf } from '../store/card-view.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import './mini-map.css'
import { type PointerEvent, useEffect, useMemo, useRef, useState, type WheelEvent } from 'react'
import { type Node, useReactFlow } from 'reactflow'

const size = { width: 176, height: 112 }
const emptyMap = { frame: frameOf([], size), paths: [] as Painted[], dots: [] as Painted[] }

/** Minimap in the colours of the nodes' outputs, with dots for running, failed and problem nodes. */
export function MiniMapPane() {
  const { canvas } = useTexts()
  const store = useCanvasStore()
  const shown = useCanvas((state) => state.minimap)
  const nodes = useFlowNodes()
  const runs = useCanvas((state) => state.runs)
  const problems = useCanvas((state) => state.problemsByNode)
  // Throttled: drag frames have priority, and a run causes up to 200 updates a second.
  const later = useNowAndThen(shown ? nodes : undefined)
  const laterRuns = useNowAndThen(runs)
  const { frame, paths } = useMemo(
    () => (later ? paint([...later.values()], store.getState()) : emptyMap),
    [later, store],
  )
  const dots = useMemo(
    () => (later ? dotsOf([...later.values()], frame, laterRuns, problems) : []),
    [later, frame, laterRuns, problems],
  )
  if (!shown || nodes.size === 0) {
    return null
  }
  return (
    <div className="mini-map absolute clips outlined round-10" role="img" aria-label={canvas.minimap}>
      <svg className="block" width={size.width} height={size.height} aria-hidden="true">
        {[...paths, ...dots].map(({ color, path }) => (
          <path key={color} d={path} fill={color} />
        ))}
      </svg>
      <Window frame={frame} />
    </div>
  )
}

function Window({ frame }: { frame: Frame }) {
  const flow = useReactFlow()
  const [x, y, zoom] = useTransform()
  const { width, height } = useFlowSize()
  const held = useRef<{ x: number; y: number }>(undefined)
  const corner = inFrame(frame, { x: -x / zoom, y: -y / zoom })
  const [wide, high] = [(width / zoom) * frame.scale, (height / zoom) * frame.scale]

  function moveTo(event: PointerEvent<HTMLDivElement>) {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const grip = held.current ?? { x: wide / 2, y: high / 2 }
    const place = outOfFrame(frame, { x: event.clientX - left - grip.x, y: event.clientY - top - grip.y })
    flow.setViewport({ x: -place.x * zoom, y: -place.y * zoom, zoom })
  }

  function startDrag(event: PointerEvent<HTMLDivElement>) {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const grip = { x: event.clientX - left - corner.x, y: event.clientY - top - corner.y }
    const inside = grip.x >= 0 && grip.y >= 0 && grip.x <= wide && grip.y <= high
    held.current = inside ? grip : { x: wide / 2, y: high / 2 }
    event.currentTarget.setPointerCapture(event.pointerId)
    moveTo(event)
  }

  function zoomBy(event: WheelEvent) {
    event.stopPropagation()
    flow.zoomTo(zoom * 2 ** (-event.deltaY / 500))
  }

  return (
    <div
      className="mini-map-ground absolute clips pressable fills"
      onPointerDown={startDrag}
      onPointerMove={(event) => held.current && moveTo(event)}
      onPointerUp={() => {
        held.current = undefined
      }}
      onWheel={zoomBy}
    >
      <i
        className="absolute round-3"
        style={{ width: wide, height: high, transform: `translate(${corner.x}px, ${corner.y}px)` }}
      />
    </div>
  )
}

type Painted = { color: string; path: string }

function paint(nodes: readonly Node[], state: CanvasState) {
  const frame = frameOf(nodes, size)
  const groups = Map.groupBy(nodes, (node) => colorOf(node, state))
  const paths = [...groups].map(
    ([color, members]): Painted => ({
      color,
      path: members.map((node) => boxPath(node, frame)).join(''),
    }),
  )
  return { frame, paths }
}

function colorOf({ id, type }: Node, { graph, templates }: CanvasState): string {
  const node = graph.nodes.get(id)
  if (!node || type === 'frame' || type === 'area') {
    return 'color-mix(in srgb, var(--joy-palette-text-tertiary) 22%, transparent)'
  }
  return type === 'note'
    ? `var(--joy-palette-note-${noteColorOf(node.data.noteColor)})`
    : kindColor(viewOf(node, templates).kind)
}

function boxPath(node: Node, frame: Frame): string {
  const { x, y } = inFrame(frame, node.positionAbsolute ?? node.position)
  const [width, height] = [
    Math.max(2, (node.width ?? 320) * frame.scale),
    Math.max(1.5, (node.height ?? 240) * frame.scale),
  ]
  return `M${x.toFixed(1)} ${y.toFixed(1)}h${width.toFixed(1)}v${height.toFixed(1)}h-${width.toFixed(1)}z`
}

const maxProblems = 40
const stateColors = {
  running: 'var(--joy-palette-primary-solidBg)',
  failed: 'var(--joy-palette-danger-solidBg)',
  problem: 'var(--joy-palette-warning-solidBg)',
}

function dotsOf(
  nodes: readonly Node[],
  frame: Frame,
  runs: CanvasState['runs'],
  problems: CanvasState['problemsByNode'],
): Painted[] {
  const marked = Map.groupBy(nodes, ({ id }) => {
    const run = runs.get(id)?.state
    // Dots on most nodes would hide the map.
    const found = problems.size <= maxProblems && problems.has(id) ? ('problem' as const) : undefined
    return run === 'running' || run === 'failed' ? run : found
  })
  return Object.entries(stateColors).flatMap(([state, color]) => {
    const members = marked.get(state as keyof typeof stateColors) ?? []
    const path = members.map((node) => dotPath(node, frame)).join('')
    return path === '' ? [] : [{ color, path }]
  })
}

function dotPath(node: Node, frame: Frame): string {
  const { x, y } = node.positionAbsolute ?? node.position
  const at = inFrame(frame, { x: x + (node.width ?? 320), y })
  return `M${(at.x - 2).toFixed(1)} ${at.y.toFixed(1)}a2 2 0 1 0 4 0a2 2 0 1 0-4 0z`
}

/** Transform of the minimap: `place * scale + offset`. */
export type Frame = { scale: number; x: number; y: number }

const margin = 8
/** Maximum scale, so that a single node is recognizable as one. */
const maxScale = 0.1

export function frameOf(
  nodes: readonly Pick<Node, 'position' | 'positionAbsolute' | 'width' | 'height'>[],
  { width, height }: { width: number; height: number },
): Frame {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const node of nodes) {
    const { x, y } = node.positionAbsolute ?? node.position
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + (node.width ?? 320))
    bottom = Math.max(bottom, y + (node.height ?? 240))
  }
  if (left > right) {
    return { scale: 1, x: 0, y: 0 }
  }
  const scale = Math.min(
    maxScale,
    (width - 2 * margin) / (right - left),
    (height - 2 * margin) / (bottom - top),
  )
  return {
    scale,
    x: (width - (left + right) * scale) / 2,
    y: (height - (top + bottom) * scale) / 2,
  }
}

export function inFrame({ scale, x, y }: Frame, place: Point): Point {
  return { x: place.x * scale + x, y: place.y * scale + y }
}

export function outOfFrame({ scale, x, y }: Frame, place: Point): Point {
  return { x: (place.x - x) / scale, y: (place.y - y) / scale }
}

const pauseMs = 200

/** Throttles a value: the first change applies at once, later ones at intervals. */
function useNowAndThen<Value>(value: Value): Value {
  const [shown, show] = useState(value)
  const latest = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    latest.current = value
    if (timer.current === undefined) {
      show(value)
      timer.current = setTimeout(() => {
        timer.current = undefined
        show(latest.current)
      }, pauseMs)
    }
  }, [value])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  return shown
}
