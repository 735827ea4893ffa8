import { useTexts } from '#client/texts/texts.tsx'
import { Choice } from '../popups/choice.tsx'
import type { Option } from '../popups/choice-list.tsx'
import { type FieldProps, namesOf } from './field-props.ts'

/** One of several. */
export function OptionsField(props: FieldProps) {
  const { input, value, onChange, id, labelId, place } = props
  const { nodes } = useTexts()
  const options = input.options ?? []
  const chosen = options.find(({ name }) => name === value)
  const gone = !chosen && value !== undefined && value !== ''
  if (place === 'form') {
    return <PlainSelect {...props} />
  }
  return (
    <Choice
      id={id}
      labelId={labelId}
      label={input.label}
      options={withNone(options, input.optional ? nodes.none : undefined)}
      chosen={[String(value ?? '')]}
      bad={gone}
      onPick={onChange}
    >
      {chosen?.label ?? (gone ? String(value) : nodes.choose)}
    </Choice>
  )
}

/** The browser's own select. */
function PlainSelect({ input, value, onChange, id, labelId }: FieldProps) {
  const { nodes } = useTexts()
  return (
    <select
      id={id}
      className="field-well"
      aria-labelledby={labelId}
      value={String(value ?? '')}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{nodes.choose}</option>
      {input.options?.map(({ name, label }) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </select>
  )
}

/** Several of several. */
export function MultiOptionsField({ input, value, onChange, id, labelId }: FieldProps) {
  const { nodes } = useTexts()
  const options = input.options ?? []
  const names = namesOf(value)
  return (
    <Choice
      id={id}
      labelId={labelId}
      label={input.label}
      options={options}
      chosen={names}
      multiple
      onPick={(name) => onChange(toggle(names, name))}
    >
      {describeNames(names, options) || nodes.choose}
    </Choice>
  )
}

/** Chosen names with one more or one less, as the text that files keep. */
export function toggle(names: readonly string[], name: string): string {
  const next = names.includes(name) ? names.filter((each) => each !== name) : [...names, name]
  return next.length > 0 ? JSON.stringify(next) : ''
}

/** The labels of what is chosen, the first two by name. */
export function describeNames(names: readonly string[], options: readonly Option[]): string {
  const labels = names.map((name) => options.find((option) => option.name === name)?.label ?? name)
  return labels.length > 2 ? `${labels.slice(0, 2).join(', ')} +${labels.length - 2}` : labels.join(', ')
}

/** With a first line that clears, where the node can do without. */
export function withNone(options: readonly Option[], none: string | undefined): readonly Option[] {
  return none === undefined ? options : [{ name: '', label: none }, ...options]
}
