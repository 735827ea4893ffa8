import { TriangleAlert } from 'lucide-react'
import { KindShape } from '#client/components/kind-glyph.tsx'
import type { Kind } from '#shared/kinds.ts'
import { useCanvasOf } from '../store/use-canvas.ts'
import { useNodeData } from './use-card.ts'

/** All of a card seen from far away: drawing, name and state. Of a large flow it is painted instead. */
export function TileHead({ id, kind }: { id: string; kind: Kind }) {
  const label = useNodeData(id, (data) => data.label || data.name) ?? ''
  const problems = useCanvasOf(id, ({ problemsByNode }) => problemsByNode.has(id))
  const state = useCanvasOf(id, ({ runs }) => runs.get(id)?.state)
  return (
    <header className="node-head">
      <span className="node-icon" aria-hidden="true">
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <KindShape kind={kind} />
        </svg>
      </span>
      <span className="node-title">
        <strong>{label}</strong>
      </span>
      {problems && (
        <span className="node-problems" aria-hidden="true">
          <TriangleAlert />
        </span>
      )}
      {state && <i className="tile-state" data-state={state} />}
    </header>
  )
}
