import { Ellipsis, TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { nodeLabel } from '#client/texts/node-texts.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { Kind } from '#shared/kinds.ts'
import { renameNode } from '../graph/edit.ts'
import { useCardView, useNodeData } from '../store/card-view.ts'
import { elementOf } from '../store/elements.ts'
import { useCanvas, useCanvasOf, useCanvasStore } from '../store/use-canvas.ts'
import { NodeIcon } from './node-icon.tsx'
import { newerVersion, useNodeUpdate } from './use-node-update.ts'

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
    <header className="node-head row gap-10 line-below">
      <NodeIcon name={template?.name} kind={kind}>
        {running && (
          <svg className="node-ring absolute height-36" viewBox="0 0 36 36" aria-hidden="true">
            <rect className="unfilled" x="2" y="2" width="32" height="32" rx="8" pathLength="100" />
          </svg>
        )}
      </NodeIcon>
      <span className="node-title grid grows shrinks">
        <NodeName id={id} />
        <small className="truncate text-12 line-16 text-tertiary">
          {template?.label ?? name}
          {typeof version === 'number' && ` · v${version}`}
          {newer !== undefined && <NewerMark id={id} version={newer} />}
          {template?.badge === 'DEPRECATING' && (
            <em
              className="node-old text-secondary backdrop-level1 round-4 upright"
              title={board.deprecatedText}
            >
              {board.deprecated}
            </em>
          )}
        </small>
      </span>
      {problems > 0 && (
        <span
          className="node-problems inline-row gap-4 rigid text-12 semibold pad-0-6 backdrop-warning round-10 text-warning-soft height-20"
          title={nodes.problems(problems)}
        >
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

/** A component of its own, so that only outdated cards subscribe to updates. */
function NewerMark({ id, version }: { id: string; version: number }) {
  const { board } = useTexts()
  const update = useNodeUpdate()
  return (
    <button
      type="button"
      className="node-newer nodrag plain-button relative medium round-4 backdrop-warning text-warning-soft"
      aria-label={board.updateTo(version)}
      title={board.updateTo(version)}
      onClick={() => void update(id)}
    >
      ▲ v{version}
    </button>
  )
}

/** A card at the lowest zoom: icon, name and state. Large flows paint it instead. */
export function TileHead({ id, kind }: { id: string; kind: Kind }) {
  const name = useNodeData(id, (data) => data.name)
  const label = useNodeData(id, nodeLabel) ?? ''
  const problems = useCanvasOf(id, ({ problemsByNode }) => problemsByNode.has(id))
  const state = useCanvasOf(id, ({ runs }) => runs.get(id)?.state)
  return (
    <header className="node-head row gap-10 line-below">
      <NodeIcon name={name} kind={kind} />
      <span className="node-title grid grows shrinks">
        <strong className="truncate tight">{label}</strong>
      </span>
      {problems && (
        <span
          className="node-problems inline-row gap-4 rigid text-12 semibold pad-0-6 backdrop-warning round-10 text-warning-soft height-20"
          aria-hidden="true"
        >
          <TriangleAlert />
        </span>
      )}
      {state && <i className="tile-state rigid circle height-20" data-state={state} />}
    </header>
  )
}

/** A node's name, or a field while it is renamed. An empty name keeps the old one. */
export function NodeName({ id }: { id: string }) {
  const { nodes } = useTexts()
  const store = useCanvasStore()
  const label = useNodeData(id, nodeLabel) ?? ''
  const renaming = useCanvas((state) => state.renaming === id)
  const done = useRef(false)

  function finish(text: string | undefined) {
    if (done.current) {
      return
    }
    done.current = true
    const name = text?.trim()
    // A translated label of the node type is not a name the user chose.
    if (name && name !== label) {
      store.getState().act({ name: 'rename', what: name }, (graph) => renameNode(graph, id, name))
    }
    store.getState().put({ renaming: undefined })
    elementOf(id)?.focus({ preventScroll: true })
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    event.stopPropagation()
    if (event.key === 'Enter') {
      finish(event.currentTarget.value)
    }
    if (event.key === 'Escape') {
      finish(undefined)
    }
  }

  if (!renaming) {
    done.current = false
    return (
      <strong className="truncate tight" title={label}>
        {label}
      </strong>
    )
  }
  return (
    <input
      className="node-rename nodrag full-width surface inherits-color outlined-strong pad-0-4 tight round-4"
      aria-label={nodes.name}
      defaultValue={label}
      ref={focusAll}
      maxLength={120}
      onKeyDown={onKeyDown}
      onBlur={({ target }) => finish(target.value)}
    />
  )
}

function focusAll(input: HTMLInputElement | null) {
  input?.focus({ preventScroll: true })
  input?.select()
}
