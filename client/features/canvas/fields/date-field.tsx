import { useTexts } from '#client/texts/texts.tsx'
import { type FieldProps, textOf } from './field-props.ts'
import { useDraft } from './use-draft.ts'

/** A moment, kept as ISO text. A text that is no moment stays, with a word about it. */
export function DateField({ value, onChange, id, labelId, describedBy }: FieldProps) {
  const { nodes } = useTexts()
  const stored = textOf(value)
  const wrong = stored !== '' && Number.isNaN(Date.parse(stored))
  const draft = useDraft(wrong ? '' : localText(stored), (text) => {
    onChange(text === '' ? '' : new Date(text).toISOString(), true)
    return true
  })
  return (
    <span className="field-block">
      <input
        id={id}
        type="datetime-local"
        className="field-well nodrag"
        aria-labelledby={labelId}
        aria-describedby={describedBy}
        aria-invalid={wrong || undefined}
        value={draft.text}
        onChange={({ target }) => draft.change(target.value)}
        {...draft.focus}
      />
      <small className="field-zone">{new Intl.DateTimeFormat().resolvedOptions().timeZone}</small>
      {wrong && (
        <small className="field-fault" role="alert">
          {nodes.notDate(stored)}
        </small>
      )}
    </span>
  )
}

/** ISO text as the browser's own picker wants it: local, without a zone. */
function localText(iso: string): string {
  if (iso === '') {
    return ''
  }
  const date = new Date(iso)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
