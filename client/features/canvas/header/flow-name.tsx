import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { useUnpublished } from '../draft/draft.ts'
import { renameFlow } from '../graph/edit.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

export function FlowName({
  editing,
  onEditing,
}: {
  editing: boolean
  onEditing: (editing: boolean) => void
}) {
  const { canvas } = useTexts()
  const store = useCanvasStore()
  const name = useCanvas(({ graph }) => graph.name)
  const done = useRef(false)

  function finish(text: string | undefined) {
    if (!done.current) {
      done.current = true
      const next = text?.trim()
      if (next) {
        store.getState().act({ name: 'renameFlow', what: next }, (graph) => renameFlow(graph, next))
      }
      onEditing(false)
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Enter') {
      event.preventDefault()
      finish(event.currentTarget.value)
    }
    if (event.key === 'Escape') {
      finish(undefined)
    }
  }

  if (editing) {
    return (
      <input
        className="flow-name-input surface inherits-color outlined-strong pad-0-6 tight width-300 height-32 round-6"
        aria-label={canvas.flowName}
        defaultValue={name}
        maxLength={255}
        ref={focusAll}
        onKeyDown={onKeyDown}
        onBlur={({ target }) => finish(target.value)}
      />
    )
  }
  done.current = false
  return (
    <h1 className="flow-name shrinks semibold tight text-16">
      <button
        type="button"
        title={canvas.renameFlow}
        onClick={() => onEditing(true)}
        onKeyDown={(event) => event.key === 'F2' && onEditing(true)}
      >
        {name}
      </button>
    </h1>
  )
}

function focusAll(input: HTMLInputElement | null) {
  input?.focus()
  input?.select()
}

/** The document title is the flow's name, with a dot for unpublished changes. */
export function useFlowTitle() {
  const { common } = useTexts()
  const name = useCanvas(({ graph }) => graph.name)
  const unpublished = useUnpublished()
  useEffect(() => {
    document.title = `${unpublished ? '• ' : ''}${name} · ${common.product}`
  }, [name, unpublished, common.product])
}
