import { Braces } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'
import { isJson } from '../graph/check.ts'
import { CodeArea } from './code-area.tsx'
import { type FieldProps, textOf } from './field-props.ts'
import { useDraft } from './use-draft.ts'

/** JSON text: a word about it on a card, the text itself where there is room. */
export function JsonField({ input, value, onChange, id, labelId, describedBy, place, onExpand }: FieldProps) {
  const { nodes } = useTexts()
  const stored = textOf(value)
  const draft = useDraft(stored, (text) => {
    onChange(text, true)
    return true
  })
  const wrong = draft.text.trim() !== '' && !draft.text.includes('{{') && !isJson(draft.text)

  function describe() {
    if (wrong) {
      return nodes.notJson
    }
    return stored === '' ? nodes.write : nodes.jsonSize(sizeOf(stored))
  }

  if (place === 'card') {
    return (
      <button
        id={id}
        type="button"
        className="field-well field-choice nodrag"
        aria-label={nodes.expand(input.label)}
        data-missing={wrong || undefined}
        onClick={onExpand}
      >
        <Braces size={13} />
        <span>{describe()}</span>
      </button>
    )
  }
  return (
    <span className="field-block">
      <span className="field-bar">
        JSON
        <button
          type="button"
          className="link-button"
          disabled={wrong || draft.text === ''}
          onClick={() => onChange(formatJson(draft.text))}
        >
          {nodes.format}
        </button>
      </span>
      <CodeArea
        id={id}
        aria-labelledby={labelId}
        aria-describedby={describedBy}
        aria-invalid={wrong || undefined}
        rows={6}
        value={draft.text}
        onText={draft.change}
        {...draft.focus}
      />
      {wrong && (
        <small className="field-fault" role="alert">
          {nodes.notJson}
        </small>
      )}
    </span>
  )
}

/** Laid out with two spaces; unchanged when it is no JSON. */
export function formatJson(text: string): string {
  return isJson(text) ? JSON.stringify(JSON.parse(text), undefined, 2) : text
}

function sizeOf(text: string): number {
  if (!isJson(text)) {
    return 0
  }
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0
}
