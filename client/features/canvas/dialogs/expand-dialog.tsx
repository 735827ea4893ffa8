import { Button } from '@mui/joy'
import { type FormEvent, useState } from 'react'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { PlacedInput } from '#shared/nodes.ts'
import { viewOf } from '../card/card-view.ts'
import { CodeArea } from '../fields/code-area.tsx'
import { textOf } from '../fields/field-props.ts'
import { formatJson } from '../fields/json-field.tsx'
import { isJson } from '../graph/check.ts'
import { setInput } from '../graph/edit.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

/** One text, with all the room there is. */
export function ExpandDialog() {
  const store = useCanvasStore()
  const wish = useCanvas((state) => state.expanded)
  if (!wish) {
    return null
  }
  const { graph, templates } = store.getState()
  const node = graph.nodes.get(wish.node)
  const input = node && viewOf(node, templates).shape.params.find(({ name }) => name === wish.field)
  return node && input ? (
    <TextDialog
      key={input.id}
      input={input}
      nodeLabel={node.data.label}
      stored={textOf(node.data.inputs[input.name])}
      onClose={() => store.getState().put({ expanded: undefined })}
      onApply={(text) =>
        store
          .getState()
          .act({ name: 'edit', what: input.label }, (before) => setInput(before, wish.node, wish.field, text))
      }
    />
  ) : null
}

type Props = {
  input: PlacedInput
  nodeLabel: string
  stored: string
  onClose: () => void
  onApply: (text: string) => void
}

function TextDialog({ input, nodeLabel, stored, onClose, onApply }: Props) {
  const { canvas, common, nodes } = useTexts()
  const confirm = useConfirm()
  const [text, setText] = useState(stored)
  const plain = input.type === 'string'
  const wrong = input.type === 'json' && text.trim() !== '' && !text.includes('{{') && !isJson(text)

  async function close() {
    const options = { title: canvas.discardTitle, confirmButtonName: canvas.discard, danger: true }
    if (text === stored || (await confirm(options))) {
      onClose()
    }
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    onApply(text)
    onClose()
  }

  return (
    <Dialog
      title={input.label}
      description={nodeLabel}
      size="xl"
      form={{ onSubmit }}
      onClose={close}
      footer={
        <>
          <span className="expand-count">{canvas.characters(text.length)}</span>
          {input.type === 'json' && (
            <Button
              variant="plain"
              color="neutral"
              disabled={wrong}
              onClick={() => setText(formatJson(text))}
            >
              {nodes.format}
            </Button>
          )}
          <Button variant="plain" color="neutral" onClick={close}>
            {common.cancel}
          </Button>
          <Button type="submit">{canvas.apply}</Button>
        </>
      }
    >
      {plain ? (
        <textarea
          className="expand-text"
          aria-label={input.label}
          autoFocus
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      ) : (
        <CodeArea
          className="field-code expand-text"
          aria-label={input.label}
          autoFocus
          value={text}
          onText={setText}
        />
      )}
      {wrong && (
        <p className="field-fault" role="alert">
          {nodes.notJson}
        </p>
      )}
    </Dialog>
  )
}
