import { type ConnectionLineComponentProps, getBezierPath } from 'reactflow'
import { kindColor } from '#client/components/kind-glyph.tsx'
import { kindOf } from '#shared/kinds.ts'
import { classesOfHandle } from '#shared/nodes.ts'

/** The wire that hangs from the pointer while it looks for a home. */
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
  return <path d={path} className="wire-drawn" style={{ stroke: kindColor(kind) }} />
}
