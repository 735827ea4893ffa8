import './start-form.css'
import { Button, Checkbox, FormControl, FormLabel, Input, Option, Select } from '@mui/joy'
import { Play } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import type { StartForm as Form, StartField } from '#shared/start-form.ts'
import { StopButton } from '../composer/send-button.tsx'
import type { FormValues } from '../run/agent-calls.ts'

type Props = {
  form: Form
  disabled: boolean
  isRunning: boolean
  isStopping: boolean
  onSend: (question: string, form: FormValues) => void
  onStop: (() => void) | undefined
}

/** Takes the place of the message field when an agent flow starts with a form. */
export function StartForm({ form, disabled, isRunning, isStopping, onSend, onStop }: Props) {
  const { startForm } = useTexts().chat
  const [values, setValues] = useState<FormValues>({})
  const { title, description, fields } = form

  function submit(event: FormEvent) {
    event.preventDefault()
    const filled = Object.fromEntries(fields.map((field) => [field.name, filledOf(field, values)]))
    onSend(fields.map(({ name, label }) => `${label}: ${filled[name]}`).join('\n'), filled)
  }

  return (
    <form className="chat-start-form flex gap-10" aria-label={title || startForm.title} onSubmit={submit}>
      {title && <h3>{title}</h3>}
      {description && <p>{description}</p>}
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          value={filledOf(field, values)}
          disabled={disabled}
          onChange={(value) => setValues({ ...values, [field.name]: value })}
        />
      ))}
      {isRunning ? (
        <StopButton isStopping={isStopping} onStop={onStop} />
      ) : (
        <Button type="submit" startDecorator={<Play size={14} />} disabled={disabled}>
          {startForm.run}
        </Button>
      )}
    </form>
  )
}

type Value = FormValues[string]

function filledOf({ name, type, options }: StartField, values: FormValues): Value {
  return values[name] ?? { boolean: false, number: 0, options: options[0] ?? '', string: '' }[type]
}

type FieldProps = { field: StartField; value: Value; disabled: boolean; onChange: (value: Value) => void }

function Field({ field: { label, type, options }, value, disabled, onChange }: FieldProps) {
  if (type === 'boolean') {
    return (
      <Checkbox
        size="sm"
        label={label}
        checked={value === true}
        disabled={disabled}
        onChange={({ target }) => onChange(target.checked)}
      />
    )
  }
  return (
    <FormControl size="sm" disabled={disabled}>
      <FormLabel>{label}</FormLabel>
      {type === 'options' ? (
        <Select value={String(value)} onChange={(_, next) => onChange(next ?? '')}>
          {options.map((option) => (
            <Option key={option} value={option}>
              {option}
            </Option>
          ))}
        </Select>
      ) : (
        <Input
          type={type === 'number' ? 'number' : 'text'}
          value={String(value)}
          onChange={({ target }) => onChange(type === 'number' ? Number(target.value) : target.value)}
        />
      )}
    </FormControl>
  )
}
