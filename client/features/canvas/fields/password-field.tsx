import { useState } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { isFilled } from '../graph/shape.ts'
import type { FieldProps } from './field-props.ts'

/** A secret goes in and is never shown again: what is stored stands as dots until it is replaced. */
export function PasswordField({ input, value, onChange, id, labelId, describedBy }: FieldProps) {
  const { nodes } = useTexts()
  const [text, setText] = useState<string>()

  if (isFilled(value) && text === undefined) {
    return (
      <span className="field-well field-secret">
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
      className="field-well nodrag"
      autoComplete="new-password"
      // biome-ignore lint/a11y/noAutofocus: whoever asked to replace it wants to write
      autoFocus={text !== undefined}
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      placeholder={input.placeholder ?? ''}
      value={text ?? ''}
      onFocus={() => setText((before) => before ?? '')}
      onChange={({ target }) => {
        setText(target.value)
        // An empty field is one nobody has written into: it does not wipe what is stored.
        if (target.value !== '' || text) {
          onChange(target.value, true)
        }
      }}
      onBlur={() => setText(undefined)}
    />
  )
}
