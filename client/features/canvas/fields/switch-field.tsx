import type { FieldProps } from './field-props.ts'

/** Yes or no. Files of other editors may have it as text. */
export function SwitchField({ value, onChange, id, labelId, describedBy }: FieldProps) {
  const on = value === true || value === 'true'
  return (
    <input
      id={id}
      type="checkbox"
      role="switch"
      className="field-switch nodrag"
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      aria-checked={on}
      checked={on}
      onChange={({ target }) => onChange(target.checked)}
    />
  )
}
