import { useState } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { textOf } from '../graph/field-values.ts'
import { isFilled } from '../graph/shape.ts'
import type { FieldProps } from './field-props.ts'

/** Files of other editors may store the boolean as text. */
export function SwitchField({ value, onChange, id, labelId, describedBy }: FieldProps) {
  const on = value === true || value === 'true'
  return (
    <input
      id={id}
      type="checkbox"
      role="switch"
      className="field-switch nodrag rigid relative pressable round-8"
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      aria-checked={on}
      checked={on}
      onChange={({ target }) => onChange(target.checked)}
    />
  )
}

/** A stored secret is never shown: dots stand for it until it is replaced. */
export function PasswordField({ input, value, onChange, id, labelId, describedBy }: FieldProps) {
  const { nodes } = useTexts()
  const [text, setText] = useState<string>()

  if (isFilled(value) && text === undefined) {
    return (
      <span className="field-well field-secret row gap-6 grows shrinks text-primary borderless round-4 body-13 text-left">
        <span role="img" aria-label={nodes.secretIsSet}>
          ••••••••
        </span>
        <button id={id} type="button" className="link-button nodrag" onClick={() => setText('')}>
          {nodes.replaceSecret}
        </button>
        <button type="button" className="link-button nodrag" onClick={() => onChange('')}>
          {nodes.clearSecret}
        </button>
      </span>
    )
  }
  return (
    <input
      id={id}
      type="password"
      className="field-well nodrag row gap-6 grows shrinks text-primary borderless round-4 body-13 text-left"
      autoComplete="new-password"
      // biome-ignore lint/a11y/noAutofocus: replacing a value continues with typing
      autoFocus={text !== undefined}
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      placeholder={input.placeholder ?? ''}
      value={text ?? ''}
      onFocus={() => setText((before) => before ?? '')}
      onChange={({ target }) => {
        setText(target.value)
        // An untouched empty field does not clear the stored secret.
        if (target.value !== '' || text) {
          onChange(target.value, true)
        }
      }}
      onBlur={() => setText(undefined)}
    />
  )
}

/** A field type without an editor: its value is shown and stored unchanged. */
export function RawField({ input, value, id, labelId }: FieldProps) {
  const { nodes } = useTexts()
  const text = textOf(value)
  return (
    <output
      id={id}
      className="field-well field-raw truncate row gap-6 grows shrinks text-primary borderless round-4 body-13 text-left"
      aria-labelledby={labelId}
      title={nodes.cannotEdit(input.type)}
    >
      {text === '' ? nodes.empty : text}
    </output>
  )
}
