import { kindLabel, nodeLabel } from '#client/texts/node-texts.ts'
import { viewOf } from '../card/card-view.ts'
import { NodeIcon } from '../card/node-icon.tsx'
import { type GraphNode, positionOf } from '../graph/flow-graph.ts'
import { useCanvas } from '../store/use-canvas.ts'

/** Secrets, and what a file alone can say. */
const hidden = new Set(['password', 'credential', 'code', 'json'])
const rowHeight = 30

/** A card that is on the other side of a comparison. */
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
      className="diff-ghost"
      data-kind={kind}
      data-ghost-node={node.id}
      style={{ left: x, top: y, width, height }}
    >
      <header>
        <NodeIcon name={view.shape.template?.name} kind={view.kind} />
        <span>
          <strong>{nodeLabel(node.data)}</strong>
          <small>
            {view.shape.template?.label ?? kindLabel(name, name)}
            {typeof version === 'number' && ` · v${version}`}
          </small>
        </span>
      </header>
      {rows.length > 0 && (
        <dl>
          {rows.map(({ name: field, label: word }) => (
            <div key={field}>
              <dt>{word}</dt>
              <dd>{textOf(node.data.inputs[field])}</dd>
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
