import { memo, useMemo } from 'react'
import { type Edge, EdgeLabelRenderer } from 'reactflow'
import { kindColor } from '#client/components/kind-glyph.tsx'
import type { Kind } from '#shared/kinds.ts'
import {
  endOf,
  type FlowNodes,
  isMeasured,
  threadBetween,
  useDetail,
  useFlowNodes,
  useIsLarge,
} from '../painting/painting.tsx'
import type { WireData } from '../store/derive.ts'
import { useCanvas } from '../store/use-canvas.ts'

type Wires = readonly Edge<WireData>[]

/**
 * All wires as one path in one colour. Covers every wire where cards are tiles, else those ending at cards never
 * rendered, which have no ports. Large flows paint them on the sheet.
 */
export function PlainWires() {
  const picturing = useCanvas((state) => state.picturing)
  const isOnSheet = useIsLarge() && !picturing
  return isOnSheet ? null : <Lines />
}

function Lines() {
  const nodes = useFlowNodes()
  const far = useDetail() === 'tile'
  const wires = useCanvas((state) => state.flowEdges)
  const moving = movingOf(nodes)
  const plain = useMemo(
    () => (far ? wires : wires.filter((wire) => isOpen(wire, nodes))),
    [far, wires, nodes],
  )
  const [still, drawn] = useMemo(() => {
    const ids = new Set(moving.split(' '))
    const isDrawn = ({ source, target }: Edge) => ids.has(source) || ids.has(target)
    return moving === '' ? [plain, none] : [plain.filter((each) => !isDrawn(each)), plain.filter(isDrawn)]
  }, [plain, moving])

  // While nodes are dragged, the paths of all other wires are not recomputed.
  const held = moving === '' ? nodes : moving
  // biome-ignore lint/correctness/useExhaustiveDependencies: `held` stands for the nodes as long as they do not move
  const stillPaths = useMemo(() => pathsOf(still, nodes, far), [still, held, far])
  return (
    <EdgeLabelRenderer>
      <Paths paths={stillPaths} />
      {drawn.length > 0 && <Paths paths={pathsOf(drawn, nodes, far)} />}
    </EdgeLabelRenderer>
  )
}

const none: Wires = []
type Path = { kind: Kind; path: string }

const Paths = memo(function Paths({ paths }: { paths: readonly Path[] }) {
  return (
    <svg className="plain-wires absolute untouchable width-1 height-1" aria-hidden="true">
      {paths.map(({ kind, path }) => (
        <path className="unfilled" key={kind} d={path} style={{ stroke: kindColor(kind) }} />
      ))}
    </svg>
  )
})

function pathsOf(wires: Wires, nodes: FlowNodes, far: boolean): Path[] {
  const groups = Map.groupBy(wires, ({ data }) => data?.from ?? 'any')
  return [...groups].map(([kind, members]) => ({
    kind,
    path: members.map((wire) => pathOf(wire, nodes, far)).join(''),
  }))
}

function pathOf(
  { source, target, sourceHandle, targetHandle }: Edge,
  nodes: FlowNodes,
  far: boolean,
): string {
  const [from, to] = [nodes.get(source), nodes.get(target)]
  return from && to
    ? threadBetween(endOf(from, sourceHandle, 'source', far), endOf(to, targetHandle, 'target', far))
    : ''
}

function isOpen({ source, target, sourceHandle, targetHandle }: Edge, nodes: FlowNodes): boolean {
  return !(
    isMeasured(nodes.get(source), sourceHandle, 'source') &&
    isMeasured(nodes.get(target), targetHandle, 'target')
  )
}

function movingOf(nodes: FlowNodes): string {
  return [...nodes.values()]
    .filter(({ dragging }) => dragging)
    .map(({ id }) => id)
    .join(' ')
}
