import { FormControl, FormHelperText, Input, Option, Select, Switch, Textarea } from '@mui/joy'
import { useTexts } from '#client/texts/texts.tsx'
import type { TemplateInput } from '#shared/nodes.ts'
import { FieldLabel } from '../form-field.tsx'
import { SecretField } from './secret-field.tsx'

export type FieldProps = {
  input: TemplateInput
  value: unknown
  onChange: (value: unknown) => void
  error: string | undefined
  /** When the stored secret was saved; undefined if there is none. */
  savedAt: string | undefined
}

export function CredentialField(props: FieldProps) {
  const { input, error } = props
  const help = error ?? (input.description && plainText(input.description))
  return (
    <FormControl error={error !== undefined}>
      <FieldLabel label={input.label} required={!input.optional} />
      <Control {...props} />
      {help && <FormHelperText {...(error && { role: 'alert' })}>{help}</FormHelperText>}
    </FormControl>
  )
}

function Control(props: FieldProps) {
  const { input, value, onChange } = props
  const text = textOf(value)
  const common = { name: input.name, placeholder: input.placeholder ?? '', autoComplete: 'off' }
  switch (input.type) {
    case 'password':
      return <SecretField {...props} />
    case 'boolean':
      return (
        <Switch
          checked={value === true || value === 'true'}
          onChange={({ target }) => onChange(target.checked)}
          sx={{ alignSelf: 'flex-start' }}
        />
      )
    case 'options':
      return <Choice {...props} />
    case 'number':
      return (
        <Input
          {...common}
          type="number"
          value={text}
          slotProps={{ input: { min: input.min, max: input.max, step: input.step } }}
          onChange={({ target }) => onChange(target.value)}
        />
      )
    case 'date':
      return <Input {...common} type="date" value={text} onChange={({ target }) => onChange(target.value)} />
    case 'json':
    case 'code':
      return (
        <Textarea
          name={input.name}
          className="credential-code"
          placeholder={input.placeholder ?? ''}
          minRows={4}
          maxRows={12}
          value={text}
          onChange={({ target }) => onChange(target.value)}
        />
      )
    default:
      return input.rows && input.rows > 1 ? (
        <Textarea
          name={input.name}
          placeholder={input.placeholder ?? ''}
          minRows={input.rows}
          maxRows={12}
          value={text}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : (
        <Input
          {...common}
          spellCheck={false}
          value={text}
          onChange={({ target }) => onChange(target.value)}
        />
      )
  }
}

function Choice({ input, value, onChange }: FieldProps) {
  const { form } = useTexts().credentials
  return (
    <Select
      value={textOf(value)}
      onChange={(_, next) => onChange(next ?? '')}
      slotProps={{ button: { 'aria-label': input.label }, listbox: { sx: { zIndex: 1400 } } }}
    >
      {input.optional && <Option value="">{form.none}</Option>}
      {(input.options ?? []).map(({ name, label }) => (
        <Option key={name} value={name}>
          {label}
        </Option>
      ))}
    </Select>
  )
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) {
    return ''
  }
  return typeof value === 'object' ? JSON.stringify(value, undefined, 2) : String(value)
}

/** Descriptions of imported kinds contain links as HTML, which is reduced to text. */
export function plainText(text: string): string {
  return text
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
