import type { CSSProperties, KeyboardEvent } from 'react'
import { type Language, useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { TemplateInput } from '#shared/nodes.ts'
import type { FieldProps } from './field-props.ts'
import { useDraft } from './use-draft.ts'

/** A number field with arrow keys, and a slider where its range is known. */
export function NumberField(props: FieldProps) {
  const { input, value, onChange, labelId } = props
  const [language] = useLanguage()
  const { min, max, step } = input
  const number = Number(value === '' || value === undefined ? (input.default ?? min ?? 0) : value)
  return (
    <span className="field-number row wraps grows shrinks relative at-end gap-4-12">
      {min !== undefined && max !== undefined && step !== undefined && (
        <input
          type="range"
          className="field-slider nodrag nowheel grows no-background pressable height-24"
          aria-labelledby={labelId}
          min={min}
          max={max}
          step={step}
          value={number}
          aria-valuetext={showNumber(number, language)}
          style={{ '--at': `${((number - min) / (max - min || 1)) * 100}%` } as CSSProperties}
          onChange={({ target }) => onChange(Number(target.value), true)}
        />
      )}
      <NumberBox {...props} number={number} />
    </span>
  )
}

function NumberBox({
  input,
  value,
  onChange,
  id,
  labelId,
  describedBy,
  number,
}: FieldProps & { number: number }) {
  const { nodes } = useTexts()
  const [language] = useLanguage()
  const draft = useDraft(showNumber(value, language), (text) => {
    const read = readNumber(text, input)
    if ('value' in read) {
      onChange(read.value, true)
    }
    return 'value' in read
  })

  function onKeyDown(event: KeyboardEvent) {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key] as 1 | -1 | undefined
    if (direction) {
      event.preventDefault()
      const read = readNumber(draft.text, {})
      const from = 'value' in read && read.value !== '' ? read.value : number
      draft.change(showNumber(stepNumber(from, direction, input), language))
    }
    if (event.key === 'Enter') {
      draft.flush()
    }
  }

  const issue = draft.bad ? issueOf(draft.text, input) : undefined
  const message = issue && nodes.numberFaults[issue]({ min: input.min ?? '', max: input.max ?? '' })
  return (
    <>
      <input
        id={id}
        className="field-well field-figure nodrag full-width row gap-6 grows shrinks text-primary borderless round-4 height-24 body-13 text-left"
        role="spinbutton"
        inputMode="decimal"
        autoComplete="off"
        aria-labelledby={labelId}
        aria-describedby={describedBy}
        aria-invalid={issue !== undefined || undefined}
        aria-valuenow={Number.isFinite(number) ? number : 0}
        aria-valuetext={draft.text || undefined}
        aria-valuemin={input.min}
        aria-valuemax={input.max}
        placeholder={input.placeholder ?? ''}
        value={draft.text}
        onChange={({ target }) => draft.change(target.value)}
        onKeyDown={onKeyDown}
        {...draft.focus}
      />
      {message && (
        <small className="field-issue block full-width text-12 line-16 text-danger" role="alert">
          {message}
        </small>
      )}
    </>
  )
}

function issueOf(text: string, input: FieldProps['input']) {
  const read = readNumber(text, input)
  return 'issue' in read ? read.issue : undefined
}

type Bounds = Pick<TemplateInput, 'min' | 'max' | 'step'>
export type Read = { value: number | '' } | { issue: 'number' | 'min' | 'max' }

/** Typed text as the stored number, which has a dot in every language. */
export function readNumber(text: string, { min, max }: Bounds): Read {
  const trimmed = text.trim()
  if (trimmed === '') {
    return { value: '' }
  }
  const value = Number(trimmed.replace('−', '-').replace(',', '.'))
  if (!Number.isFinite(value)) {
    return { issue: 'number' }
  }
  if (min !== undefined && value < min) {
    return { issue: 'min' }
  }
  return max !== undefined && value > max ? { issue: 'max' } : { value }
}

/** A stored number in the notation of the language. Other text is unchanged. */
export function showNumber(stored: unknown, language: Language): string {
  const text = stored === undefined || stored === null ? '' : String(stored)
  return language === 'tr' && /^-?\d*\.\d+$/.test(text) ? text.replace('.', ',') : text
}

/** One step up or down, within bounds and without binary rounding errors. */
export function stepNumber(from: number, direction: 1 | -1, { min, max, step = 1 }: Bounds): number {
  const decimals = Math.max(decimalsOf(step), decimalsOf(from))
  const next = Number((from + direction * step).toFixed(decimals))
  return Math.min(max ?? Number.POSITIVE_INFINITY, Math.max(min ?? Number.NEGATIVE_INFINITY, next))
}

function decimalsOf(value: number): number {
  return String(value).split('.')[1]?.length ?? 0
}
