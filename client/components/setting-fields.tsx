import './setting-fields.css'
import { FormControl, FormHelperText, Input, Option, Select, Switch, Textarea } from '@mui/joy'
import type { ReactNode } from 'react'
import { useSentence } from '#client/texts/use-sentence.ts'
import { FieldLabel } from './form-field.tsx'

type SwitchProps = {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  help?: string
}

export function SettingSwitch({ label, checked, onChange, help }: SwitchProps) {
  return (
    <FormControl className="setting-switch">
      <FieldLabel label={label} />
      <Switch checked={checked} onChange={({ target }) => onChange(target.checked)} />
      {help && <FormHelperText>{help}</FormHelperText>}
    </FormControl>
  )
}

type FieldProps = {
  label: string
  /** Path in the section's value. */
  name: string
  issue: string | undefined
  help?: ReactNode
  required?: boolean
}

type TextProps = FieldProps & {
  value: string
  onChange: (value: string) => void
  placeholder?: string
  numeric?: boolean
  rows?: number
  choices?: readonly string[]
  onFocus?: () => void
}

export function SettingText({
  label,
  name,
  issue,
  help,
  required = false,
  value,
  onChange,
  placeholder,
  numeric,
  rows,
  choices,
  onFocus,
}: TextProps) {
  const input = { name, value, onFocus, placeholder, autoComplete: 'off' }
  const listId = choices && `choices-${name}`
  return (
    <FormControl error={issue !== undefined} className={numeric ? 'setting-number' : undefined}>
      <FieldLabel label={label} required={required} />
      {rows ? (
        <Textarea
          {...input}
          minRows={rows}
          maxRows={12}
          error={issue !== undefined}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : (
        <Input
          {...input}
          error={issue !== undefined}
          onChange={({ target }) => onChange(target.value)}
          slotProps={{
            input: { ...(numeric && { inputMode: 'decimal' as const }), ...(listId && { list: listId }) },
          }}
        />
      )}
      {listId && (
        <datalist id={listId}>
          {choices.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      )}
      <Below issue={issue} help={help} />
    </FormControl>
  )
}

type SelectProps<Value extends string> = FieldProps & {
  value: Value | null
  options: readonly { value: Value; label: string; note?: string }[]
  onChange: (value: Value) => void
  placeholder?: string
}

export function SettingSelect<Value extends string>({
  label,
  name,
  issue,
  help,
  required = false,
  value,
  options,
  onChange,
  placeholder,
}: SelectProps<Value>) {
  return (
    <FormControl error={issue !== undefined}>
      <FieldLabel label={label} required={required} />
      <Select
        value={value}
        placeholder={placeholder}
        onChange={(_, next) => next !== null && onChange(next)}
        slotProps={{
          button: { name, 'aria-invalid': issue !== undefined },
          listbox: { sx: { zIndex: 1400, maxWidth: 'min(560px, 90vw)' } },
        }}
      >
        {options.map((option) => (
          <Option key={option.value} value={option.value} label={option.label}>
            {option.label}
            {option.note && <small className="option-note text-12 text-tertiary">{option.note}</small>}
          </Option>
        ))}
      </Select>
      <Below issue={issue} help={help} />
    </FormControl>
  )
}

export function Below({ issue, help }: { issue: string | undefined; help?: ReactNode }) {
  const sentence = useSentence()
  if (issue !== undefined) {
    return <FormHelperText role="alert">{sentence(issue)}</FormHelperText>
  }
  return help ? <FormHelperText>{help}</FormHelperText> : null
}
