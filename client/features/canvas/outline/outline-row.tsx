import { ChevronDown, CircleAlert } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, memo, useId, useState } from 'react'
import { kindColor } from '#client/components/kind-glyph.tsx'
import { kindLabel, nodeLabel } from '#client/texts/node-texts.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { summaryOf, viewOf } from '../card/card-view.ts'
import { NodeIcon } from '../card/node-icon.tsx'
import { isOff } from '../graph/disable.ts'
import { renameNode } from '../graph/edit.ts'
import { useCanvas, useCanvasOf, useCanvasStore } from '../store/use-canvas.ts'
import { createOutlineActions } from './outline-actions.ts'
import { OutlineDetails } from './outline-details.tsx'

type Props = { id: string; onShow: (id: string) => void }

/** A node: its name and what it says; opened, its links and everything that can be done with it. */
export const OutlineRow = memo(function OutlineRow({ id, onShow }: Props) {
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
  const [said, spoken] = off
    ? [canvasTools.disabled, canvasTools.disabledName(label)]
    : [summaryOf(view, node.data.inputs), label]
  const isInside = typeof node.parentNode === 'string'
  const actions = createOutlineActions(store, id)

  function rename(name: string) {
    setRenaming(false)
    const wanted = name.trim()
    if (wanted !== '' && wanted !== label) {
      store.getState().act({ name: 'rename', what: wanted }, (graph) => renameNode(graph, id, wanted))
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
      className="outline-node dock-row"
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
          className="outline-head"
          aria-expanded={isOpen}
          aria-controls={details}
          aria-label={texts.nodeName(spoken, kind === label ? common.kinds[view.kind] : kind, problems)}
          aria-keyshortcuts="ArrowRight ArrowLeft F2 Delete"
          onClick={() => setOpen(!isOpen)}
          onKeyDown={onKeyDown}
        >
          <NodeIcon name={view.shape.template?.name} kind={view.kind} />
          <span className="dock-words">
            <strong>{label}</strong>
            {said && <small>{said}</small>}
          </span>
          {problems > 0 && (
            <em className="outline-problems" title={nodes.problems(problems)}>
              <CircleAlert size={13} aria-hidden="true" />
              {problems}
            </em>
          )}
          <ChevronDown size={16} className="outline-chevron" aria-hidden="true" />
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
      className="outline-name"
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
