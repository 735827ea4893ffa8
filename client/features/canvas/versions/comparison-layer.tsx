import { useMemo } from 'react'
import { getBezierPath, type Node, Position, ReactFlowProvider } from 'reactflow'
import { kindLabel, nodeLabel } from '#client/texts/node-texts.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { FlowDiff } from '#shared/flow-diff.ts'
import { isNote } from '#shared/flow-file.ts'
import { nameOfHandle } from '#shared/nodes.ts'
import { createStillStore, StillFlow } from '../board/board.ts'
import { NodeIcon } from '../card/card.ts'
import { type Graph, type GraphEdge, type GraphNode, type Point, positionOf } from '../graph/flow-graph.ts'
import { type FlowNodes, portsOf, useFlowNodes, useTransform } from '../painting/painting.tsx'
import { viewOf } from '../store/card-view.ts'
import { CanvasStoreProvider, useCanvas } from '../store/use-canvas.ts'
import { useComparison } from './comparison.ts'
import { useVersionDiff, useVersionGraph } from './version-graph.ts'

export function ComparisonLayer() {
  const { chosen, base, onCanvas } = useComparison()
  const open = useCanvas(({ dock }) => dock === 'versions')
  const current = useCanvas((state) => state.graph)
  const named = open ? (chosen ?? (onCanvas ? base : undefined)) : undefined
  const graph = useVersionGraph(named?.id)
  const view = useVersionDiff(named ? graph : undefined)
  if (!named || !graph || graph === 'unreadable') {
    return null
  }
  if (chosen) {
    return (
      <VersionPreview
        key={chosen.id}
        graph={graph}
        diff={onCanvas ? view?.diff : undefined}
        number={chosen.number}
      />
    )
  }
  return view && <DiffOverlay diff={view.diff} other={graph} shown={current} isLater />
}

type Props = { graph: Graph; diff: FlowDiff | undefined; number: number }

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
    <section
      className="version-preview absolute backdrop-body fills"
      aria-label={versions.previewOf(number)}
      data-popup=""
    >
      <CanvasStoreProvider value={store}>
        <ReactFlowProvider>
          <StillFlow className="preview-room absolute" />
          {diff && <DiffOverlay diff={diff} other={current} shown={graph} isLater={false} />}
        </ReactFlowProvider>
      </CanvasStoreProvider>
      <p className="preview-mark absolute text-13 line-18 medium surface outlined left-half">
        {versions.readOnly(number)}
      </p>
    </section>
  )
}

type DiffOverlayProps = {
  diff: FlowDiff
  /** The state that is not on the canvas; nodes only it has are drawn as ghosts. */
  other: Graph
  shown: Graph
  isLater: boolean
}

export function DiffOverlay({ diff, other, shown, isLater }: DiffOverlayProps) {
  const [x, y, zoom] = useTransform()
  const nodes = useFlowNodes()
  const [here, removed] = isLater ? [diff.added, diff.removed] : [diff.removed, diff.added]
  const [hereEdges, goneEdges] = isLater
    ? [diff.addedEdges, diff.removedEdges]
    : [diff.removedEdges, diff.addedEdges]
  const hereKind = isLater ? 'added' : 'removed'
  const removedKind = isLater ? 'removed' : 'added'
  const rings = [
    ...diff.changed.map(({ id }) => ({ id, kind: 'changed' })),
    ...here.map(({ id }) => ({ id, kind: hereKind })),
  ]
  const ghosts = removed.flatMap(({ id }) => other.nodes.get(id) ?? [])

  return (
    <div className="diff-overlay" aria-hidden="true" data-testid="diff-overlay">
      <div style={{ transform: `translate(${x}px, ${y}px) scale(${zoom})` }}>
        <svg className="diff-wires absolute width-1 height-1" aria-hidden="true">
          {edgesOf(hereEdges, shown).map(({ key, edge }) => (
            <path
              key={key}
              className="diff-wire unfilled"
              data-kind={hereKind}
              d={pathOf(edge, nodes, other)}
            />
          ))}
          {edgesOf(goneEdges, other).map(({ key, edge }) => (
            <path
              key={key}
              className="diff-wire unfilled"
              data-kind={removedKind}
              data-ghost=""
              d={pathOf(edge, nodes, other)}
            />
          ))}
        </svg>
        {ghosts.map((node) => (
          <GhostCard key={node.id} node={node} kind={removedKind} />
        ))}
        {rings.map(({ id, kind }) => {
          const node = nodes.get(id)
          return (
            node && (
              <div
                key={id}
                className="diff-ring absolute round-10"
                data-kind={kind}
                data-diff-node={id}
                style={boxOf(node)}
              />
            )
          )
        })}
      </div>
    </div>
  )
}

function boxOf({ positionAbsolute, position, width, height }: Node) {
  const { x, y } = positionAbsolute ?? position
  return { left: x, top: y, width: width ?? 320, height: height ?? 120 }
}

function edgesOf(edges: FlowDiff['addedEdges'], graph: Graph): { key: string; edge: GraphEdge }[] {
  const all = [...graph.edges.values()]
  return edges.flatMap(({ key, source, target, input }) => {
    const edge = all.find(
      (each) =>
        each.source === source &&
        each.target === target &&
        (nameOfHandle(each.targetHandle ?? '') ?? input) === input,
    )
    return edge ? [{ key, edge }] : []
  })
}

function pathOf({ source, target, sourceHandle, targetHandle }: GraphEdge, nodes: FlowNodes, other: Graph) {
  const from = portOf(nodes.get(source), 'source', sourceHandle) ?? sideOf(other.nodes.get(source), 'right')
  const to = portOf(nodes.get(target), 'target', targetHandle) ?? sideOf(other.nodes.get(target), 'left')
  const [path] = getBezierPath({
    sourceX: from.x,
    sourceY: from.y,
    sourcePosition: Position.Right,
    targetX: to.x,
    targetY: to.y,
    targetPosition: Position.Left,
    curvature: 0.3,
  })
  return path
}

function portOf(
  node: Node | undefined,
  side: 'source' | 'target',
  handle: string | null | undefined,
): Point | undefined {
  if (!node) {
    return undefined
  }
  const { x, y } = node.positionAbsolute ?? node.position
  const ports = portsOf(node, side)
  const name = nameOfHandle(handle ?? '')
  const port =
    ports.find(({ id }) => id === handle) ?? ports.find(({ id }) => nameOfHandle(id ?? '') === name)
  return port
    ? { x: x + port.x + port.width / 2, y: y + port.y + port.height / 2 }
    : { x: side === 'source' ? x + (node.width ?? 320) : x, y: y + (node.height ?? 120) / 2 }
}

function sideOf(node: GraphNode | undefined, side: 'left' | 'right'): Point {
  if (!node) {
    return { x: 0, y: 0 }
  }
  const { x, y } = positionOf(node)
  const width = typeof node.width === 'number' ? node.width : isNote(node) ? 300 : 320
  const height = typeof node.height === 'number' ? node.height : 160
  return { x: side === 'right' ? x + width : x, y: side === 'right' ? y + height - 18 : y + height / 2 }
}

/** Field types never shown on a ghost: secrets, code and JSON. */
const hidden = new Set(['password', 'credential', 'code', 'json'])
const rowHeight = 30

/** A card that exists only on the other side of a comparison. */
export function GhostCard({ node, kind }: { node: GraphNode; kind: 'added' | 'removed' }) {
  const templates = useCanvas((state) => state.templates)
  const view = viewOf(node, templates)
  const { x, y } = positionOf(node)
  const [width, height] = [numberOf(node.width, 320), numberOf(node.height, 150)]
  const { name, version } = node.data
  const rows = view.params
    .filter(({ type, name: field }) => !hidden.has(type) && textOf(node.data.inputs[field]) !== '')
    .slice(0, Math.max(0, Math.floor((height - 70) / rowHeight)))
  return (
    <div
      className="diff-ghost absolute clips text-tertiary pad-10-12 round-10"
      data-kind={kind}
      data-ghost-node={node.id}
      style={{ left: x, top: y, width, height }}
    >
      <header className="row gap-10 shrinks">
        <NodeIcon name={view.shape.template?.name} kind={view.kind} />
        <span>
          <strong className="block text-14 line-18 semibold text-secondary">{nodeLabel(node.data)}</strong>
          <small className="text-12 line-16">
            {view.shape.template?.label ?? kindLabel(name, name)}
            {typeof version === 'number' && ` · v${version}`}
          </small>
        </span>
      </header>
      {rows.length > 0 && (
        <dl>
          {rows.map(({ name: field, label: word }) => (
            <div className="row gap-8 text-13" key={field}>
              <dt>{word}</dt>
              <dd className="truncate grows shrinks">{textOf(node.data.inputs[field])}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

function numberOf(value: unknown, fallback: number) {
  return typeof value === 'number' ? value : fallback
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : ''
}
