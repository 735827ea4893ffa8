import { ListChecks, X } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'
import { Choice } from '../popups/choice.tsx'
import type { Option } from '../popups/choice-list.tsx'
import { type FieldProps, namesOf } from './field-props.ts'

/** One of several. */
export function OptionsField({ input, value, onChange, id, labelId }: FieldProps) {
  const { nodes } = useTexts()
  const options = input.options ?? []
  const chosen = options.find(({ name }) => name === value)
  const gone = !chosen && value !== undefined && value !== ''
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

/** Several of several. */
export function MultiOptionsField(props: FieldProps) {
  const { input, value, onChange, id, labelId, place } = props
  const { nodes, canvasFields } = useTexts()
  const options = input.options ?? []
  const names = namesOf(value)
  const isAll = options.every(({ name }) => names.includes(name))
  const choice = {
    label: input.label,
    options,
    chosen: names,
    multiple: true,
    onPick: (name: string) => onChange(toggle(names, name)),
    action: {
      name: isAll ? canvasFields.chooseNone : canvasFields.chooseAll,
      icon: ListChecks,
      run: () => onChange(isAll ? '' : JSON.stringify(options.map(({ name }) => name))),
    },
  }
  return place === 'card' ? (
    <Choice id={id} labelId={labelId} {...choice}>
      {describeNames(names, options) || nodes.choose}
    </Choice>
  ) : (
    <span className="field-well field-chips">
      {names.map((name) => (
        <ChosenChip
          key={name}
          label={options.find((option) => option.name === name)?.label ?? name}
          onRemove={() => onChange(toggle(names, name))}
        />
      ))}
      <Choice id={id} labelId={labelId} {...choice}>
        {names.length === 0 ? nodes.choose : ''}
      </Choice>
    </span>
  )
}

function ChosenChip({ label, onRemove }: { label: string; onRemove: () => void }) {
  const { canvasFields } = useTexts()
  return (
    <span className="field-chip">
      {label}
      <button
        type="button"
        className="icon-button"
        aria-label={canvasFields.unchoose(label)}
        onClick={onRemove}
      >
        <X size={12} />
      </button>
    </span>
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
