import { ChevronDown, CircleAlert, Plus } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, memo, useId, useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { kindColor } from '#client/components/kind-glyph.tsx'
import { kindLabel, nodeLabel } from '#client/texts/node-texts.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { Spoken } from '../board/board.ts'
import { NodeIcon } from '../card/card.ts'
import { isOff, renameNode } from '../graph/edit.ts'
import { summaryOf, viewOf } from '../store/card-view.ts'
import { useCanvas, useCanvasOf, useCanvasStore } from '../store/use-canvas.ts'
import { createOutlineActions, OutlineDetails } from './outline-details.tsx'
import { orderNodes } from './use-show-node.ts'
import './outline.css'

type Props = {
  onAdd: (from: Element) => void
  onShow: (id: string) => void
  /** Announces changes while the canvas is not on the screen. */
  speaks?: boolean
}

/** The graph as an accessible list with all its operations: dragging and sight are not required. */
export function OutlinePanel({ onAdd, onShow, speaks = false }: Props) {
  const { outline: texts } = useTexts()
  const ids = useCanvas(useShallow(({ graph, templates }) => orderNodes(graph, templates)))
  const list = useRef<HTMLUListElement>(null)

  return (
    <div className="outline stack grows shrinks shrinks-y surface" data-testid="outline">
      {ids.length === 0 ? (
        <p className="outline-none grows text-13 line-18 text-tertiary">{texts.empty}</p>
      ) : (
        <ul
          className="grows shrinks-y unpadded scrolls-y unlisted"
          ref={list}
          aria-label={texts.title}
          onKeyDown={(event) => moveFocus(event, list.current)}
        >
          {ids.map((id) => (
            <OutlineRow key={id} id={id} onShow={onShow} />
          ))}
        </ul>
      )}
      <div className="outline-foot rigid line-above pad-10-12">
        <button type="button" className="outline-add" onClick={({ currentTarget }) => onAdd(currentTarget)}>
          <Plus size={16} aria-hidden="true" />
          {texts.add}
        </button>
      </div>
      {speaks && <Spoken />}
    </div>
  )
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

function moveFocus(event: KeyboardEvent, list: HTMLElement | null) {
  const heads = [...(list?.querySelectorAll<HTMLElement>('.outline-head') ?? [])]
  const at = heads.indexOf(event.target as HTMLElement)
  if (at < 0) {
    return
  }
  const step = steps[event.key]
  const next =
    step !== undefined
      ? heads[at + step]
      : event.key === 'Home'
        ? heads[0]
        : event.key === 'End'
          ? heads.at(-1)
          : undefined
  if (next) {
    event.preventDefault()
    next.focus()
  }
}

type OutlineRowProps = { id: string; onShow: (id: string) => void }

/** A node of the outline. Opened, it shows links and actions. */
export const OutlineRow = memo(function OutlineRow({ id, onShow }: OutlineRowProps) {
  const { outline: texts, nodes, canvasTools, common } = useTexts()
  const store = useCanvasStore()
  const node = useCanvasOf(id, ({ graph }) => graph.nodes.get(id))
  const templates = useCanvas((state) => state.templates)
  const problems = useCanvasOf(id, ({ problemsByNode }) => problemsByNode.get(id)?.length ?? 0)
  const selected = useCanvas(({ selectedNodes }) => selectedNodes.includes(id))
  const off = useCanvasOf(id, ({ graph }) => isOff(graph, id))
  const [isOpen, setOpen] = useState(false)
  const [isRenaming, setRenaming] = useState(false)
  const details = useId()
  if (!node) {
    return null
  }
  const view = viewOf(node, templates)
  const label = nodeLabel(node.data)
  const kind = view.shape.template?.label ?? kindLabel(node.data.name, node.data.name)
  const [text, spoken] = off
    ? [canvasTools.disabled, canvasTools.disabledName(label)]
    : [summaryOf(view, node.data.inputs), label]
  const isInside = typeof node.parentNode === 'string'
  const actions = createOutlineActions(store, id)

  function rename(name: string) {
    setRenaming(false)
    const expected = name.trim()
    if (expected !== '' && expected !== label) {
      store.getState().act({ name: 'rename', what: expected }, (graph) => renameNode(graph, id, expected))
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    const run = {
      ArrowRight: () => setOpen(true),
      ArrowLeft: () => setOpen(false),
      F2: () => setRenaming(true),
      Delete: () => actions.remove(),
      i: actions.edit,
      s: () => onShow(id),
    }[event.key]
    if (run && !(event.ctrlKey || event.metaKey || event.altKey)) {
      event.preventDefault()
      event.stopPropagation()
      run()
    }
  }

  return (
    <li
      className="outline-node dock-row line-below"
      data-outline={id}
      data-inside={isInside || undefined}
      data-selected={selected || undefined}
      style={{ '--glaze': kindColor(view.kind) } as CSSProperties}
    >
      {isRenaming ? (
        <NameField label={label} onDone={rename} onCancel={() => setRenaming(false)} />
      ) : (
        <button
          type="button"
          className="outline-head plain-button row border-box gap-12 full-width"
          aria-expanded={isOpen}
          aria-controls={details}
          aria-label={texts.nodeName(spoken, kind === label ? common.kinds[view.kind] : kind, problems)}
          aria-keyshortcuts="ArrowRight ArrowLeft F2 Delete"
          onClick={() => setOpen(!isOpen)}
          onKeyDown={onKeyDown}
        >
          <NodeIcon name={view.shape.template?.name} kind={view.kind} />
          <span className="dock-words grid grows shrinks">
            <strong className="truncate shrinks text-14 line-18 text-primary">{label}</strong>
            {text && <small className="truncate shrinks text-12 line-16">{text}</small>}
          </span>
          {problems > 0 && (
            <em
              className="outline-problems inline-row gap-4 rigid text-12 line-20 semibold backdrop-warning text-warning-soft upright"
              title={nodes.problems(problems)}
            >
              <CircleAlert size={13} aria-hidden="true" />
              {problems}
            </em>
          )}
          <ChevronDown size={16} className="outline-chevron rigid text-tertiary" aria-hidden="true" />
        </button>
      )}
      <div id={details} hidden={!isOpen}>
        {isOpen && <OutlineDetails id={id} onShow={onShow} onRename={() => setRenaming(true)} />}
      </div>
    </li>
  )
})

function focusAll(input: HTMLInputElement | null) {
  input?.focus()
  input?.select()
}

type NameProps = { label: string; onDone: (name: string) => void; onCancel: () => void }

function NameField({ label, onDone, onCancel }: NameProps) {
  const { nodes } = useTexts()
  return (
    <input
      className="outline-name inherits-font semibold backdrop-body inherits-color round-sm"
      aria-label={nodes.rename}
      defaultValue={label}
      ref={focusAll}
      onBlur={({ target }) => onDone(target.value)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') {
          onDone(event.currentTarget.value)
        } else if (event.key === 'Escape') {
          onCancel()
        }
      }}
    />
  )
}
