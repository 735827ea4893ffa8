import { useState } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { isFilled } from '../graph/shape.ts'
import type { FieldProps } from './field-props.ts'
import { useDraft } from './use-draft.ts'

/** A secret goes in and is never shown again: what is stored stands as dots until it is replaced. */
export function PasswordField({ input, value, onChange, id, labelId, describedBy }: FieldProps) {
  const { nodes } = useTexts()
  const [replacing, setReplacing] = useState(false)
  const draft = useDraft('', (text) => {
    if (text !== '') {
      onChange(text, true)
    }
    return true
  })

  if (isFilled(value) && !replacing) {
    return (
      <span className="field-well field-secret">
        <span role="img" aria-label={nodes.secretIsSet}>
          ••••••••
        </span>
        <button id={id} type="button" className="link-button nodrag" onClick={() => setReplacing(true)}>
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
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      placeholder={input.placeholder ?? ''}
      value={draft.text}
      onChange={({ target }) => draft.change(target.value)}
      onFocus={draft.focus.onFocus}
      onBlur={() => {
        draft.focus.onBlur()
        setReplacing(false)
      }}
    />
  )
}
