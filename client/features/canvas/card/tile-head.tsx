import { TriangleAlert } from 'lucide-react'
import { nodeLabel } from '#client/texts/node-texts.ts'
import type { Kind } from '#shared/kinds.ts'
import { useCanvasOf } from '../store/use-canvas.ts'
import { NodeIcon } from './node-icon.tsx'
import { useNodeData } from './use-card.ts'

/** All of a card seen from far away: drawing, name and state. Of a large flow it is painted instead. */
export function TileHead({ id, kind }: { id: string; kind: Kind }) {
  const name = useNodeData(id, (data) => data.name)
  const label = useNodeData(id, nodeLabel) ?? ''
  const problems = useCanvasOf(id, ({ problemsByNode }) => problemsByNode.has(id))
  const state = useCanvasOf(id, ({ runs }) => runs.get(id)?.state)
  return (
    <header className="node-head">
      <NodeIcon name={name} kind={kind} />
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
