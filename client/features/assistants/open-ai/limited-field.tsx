import { FormControl, FormHelperText, Input, Textarea } from '@mui/joy'
import { FieldLabel } from '#client/components/form-field.tsx'
import { formatNumber } from '#client/components/format-money.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'

type Props = {
  label: string
  name: string
  value: string
  max: number
  onChange: (value: string) => void
  required?: boolean
  /** Takes the place of the count. */
  issue?: string | undefined
  rows?: number
}

/** Counts what is typed against OpenAI's limit; longer texts stay, so that they can be shortened. */
export function LimitedField({ label, name, value, max, onChange, required = false, issue, rows }: Props) {
  const { form: texts } = useTexts().assistants.openAi
  const [language] = useLanguage()
  const count = texts.count(formatNumber(value.length, language), formatNumber(max, language))
  const problem = value.length > max ? `${count} · ${texts.tooLong}` : issue
  const input = {
    ...{ name, value, error: problem !== undefined },
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  return (
    <FormControl error={problem !== undefined}>
      <FieldLabel label={label} required={required} />
      {rows ? <Textarea {...input} minRows={rows} maxRows={14} /> : <Input {...input} autoComplete="off" />}
      <FormHelperText {...(problem && { role: 'alert' })}>{problem ?? count}</FormHelperText>
    </FormControl>
  )
}
