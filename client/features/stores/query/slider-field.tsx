import { FormControl, Input, Slider } from '@mui/joy'
import { useId, useState } from 'react'
import { numberFormat } from '#client/components/intl.ts'
import { readNumber } from '#client/components/node-form/node-values.ts'
import { useLanguage } from '#client/texts/texts.tsx'

type Props = {
  label: string
  value: number
  min: number
  max: number
  step: number
  onChange: (value: number) => void
}

/** A number that can be dragged or typed. */
export function SliderField({ label, value, min, max, step, onChange }: Props) {
  const [language] = useLanguage()
  const id = useId()
  const [draft, setDraft] = useState<string>()
  const text = numberFormat(language, { maximumFractionDigits: 2 }).format(value)
  return (
    <FormControl>
      <span className="setting-label text-13 medium" id={id}>
        {label}
      </span>
      <div className="row gap-16">
        <Slider
          size="sm"
          aria-labelledby={id}
          {...{ value, min, max, step }}
          onChange={(_, next) => onChange(Array.isArray(next) ? (next[0] ?? min) : next)}
        />
        <Input
          className="query-number rigid"
          slotProps={{ input: { 'aria-labelledby': id, inputMode: 'decimal' } }}
          value={draft ?? text}
          onChange={({ target }) => {
            setDraft(target.value)
            const number = readNumber(target.value)
            if (typeof number === 'number') {
              onChange(Math.min(max, Math.max(min, number)))
            }
          }}
          onBlur={() => setDraft(undefined)}
        />
      </div>
    </FormControl>
  )
}
