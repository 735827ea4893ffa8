import { Ellipsis, TriangleAlert } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'
import type { Kind } from '#shared/kinds.ts'
import { newerVersion, useNodeUpdate } from '../board/use-node-update.ts'
import { useCanvasOf, useCanvasStore } from '../store/use-canvas.ts'
import { NodeIcon } from './node-icon.tsx'
import { NodeName } from './node-name.tsx'
import { useCardView, useNodeData } from './use-card.ts'

export function CardHead({ id, kind }: { id: string; kind: Kind }) {
  const { board, nodes } = useTexts()
  const store = useCanvasStore()
  const template = useCardView(id, ({ shape }) => shape.template)
  const version = useNodeData(id, (data) => data.version)
  const newer = useCanvasOf(id, ({ graph, templates }) => newerVersion(graph, id, templates))
  const name = useNodeData(id, (data) => data.name) ?? ''
  const problems = useCanvasOf(id, ({ problemsByNode }) => problemsByNode.get(id)?.length ?? 0)
  const running = useCanvasOf(id, ({ runs }) => runs.get(id)?.state === 'running')

  return (
    <header className="node-head">
      <NodeIcon name={template?.name} kind={kind}>
        {running && (
          <svg className="node-ring" viewBox="0 0 36 36" aria-hidden="true">
            <rect x="2" y="2" width="32" height="32" rx="8" pathLength="100" />
          </svg>
        )}
      </NodeIcon>
      <span className="node-title">
        <NodeName id={id} />
        <small>
          {template?.label ?? name}
          {typeof version === 'number' && ` · v${version}`}
          {newer !== undefined && <NewerMark id={id} version={newer} />}
          {template?.badge === 'DEPRECATING' && (
            <em className="node-old" title={board.deprecatedText}>
              {board.deprecated}
            </em>
          )}
        </small>
      </span>
      {problems > 0 && (
        <span className="node-problems" title={nodes.problems(problems)}>
          <TriangleAlert size={12} aria-hidden="true" />
          <span aria-hidden="true">{problems}</span>
        </span>
      )}
      <button
        type="button"
        className="icon-button nodrag"
        aria-label={nodes.menu}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect()
          store.getState().put({ nodeMenu: { node: id, at: { x: left, y: bottom + 4 } } })
        }}
      >
        <Ellipsis size={16} />
      </button>
    </header>
  )
}

/** Only on cards that are older than the server: a thousand others need not know how to ask. */
function NewerMark({ id, version }: { id: string; version: number }) {
  const { board } = useTexts()
  const update = useNodeUpdate()
  return (
    <button
      type="button"
      className="node-newer nodrag"
      aria-label={board.updateTo(version)}
      title={board.updateTo(version)}
      onClick={() => void update(id)}
    >
      ▲ v{version}
    </button>
  )
}
