import { Maximize2 } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'
import { CodeArea } from './code-area.tsx'
import { type FieldProps, textOf } from './field-props.ts'
import { useDraft } from './use-draft.ts'

/** Program text: its first lines on a card, an editor where there is room. */
export function CodeField({ input, value, onChange, id, labelId, describedBy, place, onExpand }: FieldProps) {
  const { nodes } = useTexts()
  const draft = useDraft(textOf(value), (text) => {
    onChange(text, true)
    return true
  })

  if (place === 'card') {
    return (
      <button
        id={id}
        type="button"
        className="field-well field-preview nodrag"
        aria-label={nodes.expand(input.label)}
        onClick={onExpand}
      >
        <code>{draft.text.split('\n').slice(0, 4).join('\n') || nodes.write}</code>
        <Maximize2 size={12} />
      </button>
    )
  }
  return (
    <span className="field-block">
      <span className="field-bar">
        JavaScript
        {onExpand && (
          <button
            type="button"
            className="icon-button"
            aria-label={nodes.expand(input.label)}
            onClick={onExpand}
          >
            <Maximize2 size={12} />
          </button>
        )}
      </span>
      <CodeArea
        id={id}
        aria-labelledby={labelId}
        aria-describedby={describedBy}
        rows={input.rows ? 5 : 10}
        value={draft.text}
        onText={draft.change}
        {...draft.focus}
      />
    </span>
  )
}
