import { type KeyboardEvent, useRef } from 'react'
import { nodeLabel } from '#client/texts/node-texts.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { renameNode } from '../graph/edit.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { elementOf } from './card-element.ts'
import { useNodeData } from './use-card.ts'

/** A node's name; while it is being renamed, a field for it. An empty name is refused. */
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
    // The label of the kind in another language is no name of the user's.
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
    return <strong title={label}>{label}</strong>
  }
  return (
    <input
      className="node-rename nodrag"
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
