import { Maximize2 } from 'lucide-react'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { type FieldProps, textOf } from './field-props.ts'
import { useDraft } from './use-draft.ts'

/** One line of text, or several where the field declares rows or the text has them. */
export function TextField({ input, value, onChange, id, labelId, describedBy, place, onExpand }: FieldProps) {
  const { nodes } = useTexts()
  const draft = useDraft(textOf(value), (text) => {
    onChange(text, true)
    return true
  })
  const long = Boolean(input.rows) || draft.text.includes('\n')

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && !long && !event.shiftKey && !event.ctrlKey) {
      event.preventDefault()
      draft.flush()
    }
  }

  // A text of many lines has no room on a card: it opens where it has.
  function onPaste(event: ClipboardEvent) {
    if (place === 'card' && event.clipboardData.getData('text').includes('\n')) {
      setTimeout(() => {
        draft.flush()
        onExpand?.()
      })
    }
  }

  return (
    <span className="field-well field-text">
      <textarea
        id={id}
        className="nodrag nowheel"
        aria-labelledby={labelId}
        aria-describedby={describedBy}
        rows={place !== 'card' && long ? Math.max(3, input.rows ?? 3) : 1}
        placeholder={input.placeholder ?? ''}
        value={draft.text}
        onChange={({ target }) => draft.change(target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        spellCheck={long}
        {...draft.focus}
      />
      {long && onExpand && (
        <button
          type="button"
          className="icon-button nodrag"
          aria-label={nodes.expand(input.label)}
          onClick={onExpand}
        >
          <Maximize2 size={12} />
        </button>
      )}
    </span>
  )
}
