import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { namesOf, textOf } from '../graph/field-values.ts'
import type { FieldProps } from './field-props.ts'
import { toggle } from './options-field.tsx'
import { useDraft } from './use-draft.ts'

/** A date stored as ISO text. Invalid text is preserved and reported. */
export function DateField({ value, onChange, id, labelId, describedBy }: FieldProps) {
  const { nodes } = useTexts()
  const stored = textOf(value)
  const wrong = stored !== '' && Number.isNaN(Date.parse(stored))
  const draft = useDraft(wrong ? '' : localText(stored), (text) => {
    onChange(text === '' ? '' : new Date(text).toISOString(), true)
    return true
  })
  return (
    <span className="field-block stack grows shrinks">
      <input
        id={id}
        type="datetime-local"
        className="field-well nodrag row gap-6 grows shrinks text-primary borderless round-4 body-13 text-left"
        aria-labelledby={labelId}
        aria-describedby={describedBy}
        aria-invalid={wrong || undefined}
        value={draft.text}
        onChange={({ target }) => draft.change(target.value)}
        {...draft.focus}
      />
      <small className="field-zone text-12 line-16 text-tertiary">
        {new Intl.DateTimeFormat().resolvedOptions().timeZone}
      </small>
      {wrong && (
        <small className="field-issue block full-width text-12 line-16 text-danger" role="alert">
          {nodes.notDate(stored)}
        </small>
      )}
    </span>
  )
}

/** Local time without a zone, as `<input type="datetime-local">` requires. */
function localText(iso: string): string {
  if (iso === '') {
    return ''
  }
  const date = new Date(iso)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** A time as `HH:mm`. */
export function TimeField(props: FieldProps) {
  return <MomentBox {...props} kind="time" />
}

/** A date as `YYYY-MM-DD`. */
export function DayField(props: FieldProps) {
  return <MomentBox {...props} kind="date" />
}

function MomentBox({
  value,
  onChange,
  id,
  labelId,
  describedBy,
  kind,
}: FieldProps & { kind: 'time' | 'date' }) {
  const draft = useDraft(textOf(value).slice(0, kind === 'date' ? 10 : 5), (text) => {
    onChange(text, true)
    return true
  })
  return (
    <input
      id={id}
      type={kind}
      className="field-well nodrag row gap-6 grows shrinks text-primary borderless round-4 body-13 text-left"
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      value={draft.text}
      onChange={({ target }) => draft.change(target.value)}
      {...draft.focus}
    />
  )
}

/** Weekdays by number (Sunday is 0), listed from Monday. */
export function WeekDaysField(props: FieldProps) {
  const [language] = useLanguage()
  const short = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  // 7 January 2024 was a Sunday.
  const days = [1, 2, 3, 4, 5, 6, 0].map((day) => ({
    name: String(day),
    label: short.format(Date.UTC(2024, 0, 7 + day)),
  }))
  return <Marks {...props} marks={days} />
}

/** Days of the month by number. */
export function MonthDaysField(props: FieldProps) {
  const days = Array.from({ length: 31 }, (_, index) => ({
    name: String(index + 1),
    label: String(index + 1),
  }))
  return <Marks {...props} marks={days} />
}

type Mark = { name: string; label: string }

function Marks({ value, onChange, labelId, id, marks }: FieldProps & { marks: readonly Mark[] }) {
  const chosen = namesOf(value)
  return (
    // biome-ignore lint/a11y/useSemanticElements: it has the label of the field, which stands outside
    <div className="field-marks nodrag flex wraps gap-4" role="group" aria-labelledby={labelId}>
      {marks.map(({ name, label }, index) => (
        <label className="pressable outlined-strong text-center" key={name}>
          <input
            {...(index === 0 && { id })}
            type="checkbox"
            className="visually-hidden"
            checked={chosen.includes(name)}
            onChange={() => onChange(toggle(chosen, name))}
          />
          {label}
        </label>
      ))}
    </div>
  )
}
