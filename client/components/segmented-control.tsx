import './segmented-control.css'
import { useId } from 'react'

type Props<Value extends string> = {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

/** Radio buttons styled as segments, so that the keyboard works natively. */
export function SegmentedControl<Value extends string>({ label, value, options, onChange }: Props<Value>) {
  const name = useId()
  return (
    <fieldset className="segmented flex rigid shrinks backdrop-level1 borderless round-sm flush scrolls-x at-most-full">
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label
          className="rigid relative line-18 pressable text-13 dark-on-hover text-secondary"
          key={option.value}
          data-checked={option.value === value || undefined}
        >
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
