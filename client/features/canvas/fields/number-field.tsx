import type { CSSProperties, KeyboardEvent } from 'react'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import type { FieldProps } from './field-props.ts'
import { readNumber, showNumber, stepNumber } from './number-text.ts'
import { useDraft } from './use-draft.ts'

/** A number to type or to step through with the arrow keys; with a slider where its whole range is known. */
export function NumberField(props: FieldProps) {
  const { input, value, onChange, labelId } = props
  const [language] = useLanguage()
  const { min, max, step } = input
  const number = Number(value === '' || value === undefined ? (input.default ?? min ?? 0) : value)
  return (
    <span className="field-number">
      {min !== undefined && max !== undefined && step !== undefined && (
        <input
          type="range"
          className="field-slider nodrag nowheel"
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

  const fault = draft.bad ? faultOf(draft.text, input) : undefined
  const said = fault && nodes.numberFaults[fault]({ min: input.min ?? '', max: input.max ?? '' })
  return (
    <>
      <input
        id={id}
        className="field-well field-figure nodrag"
        role="spinbutton"
        inputMode="decimal"
        autoComplete="off"
        aria-labelledby={labelId}
        aria-describedby={describedBy}
        aria-invalid={fault !== undefined || undefined}
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
      {said && (
        <small className="field-fault" role="alert">
          {said}
        </small>
      )}
    </>
  )
}

function faultOf(text: string, input: FieldProps['input']) {
  const read = readNumber(text, input)
  return 'fault' in read ? read.fault : undefined
}
