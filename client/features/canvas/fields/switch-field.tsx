import type { FieldProps } from './field-props.ts'

/** Yes or no. Files of other editors may have it as text. */
export function SwitchField({ value, onChange, id, labelId, describedBy }: FieldProps) {
  return (
    <input
      id={id}
      type="checkbox"
      role="switch"
      className="field-switch nodrag"
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      checked={value === true || value === 'true'}
      onChange={({ target }) => onChange(target.checked)}
    />
  )
}
