import { FormControl, FormHelperText, Textarea } from '@mui/joy'
import { useSentence } from '#client/texts/use-sentence.ts'
import { FieldLabel } from './form-field.tsx'
import type { FormErrors } from './use-form.ts'

type Props = {
  label: string
  name: string
  errors: FormErrors
  defaultValue?: string
  minRows: number
  maxRows: number
}

/** A multi-line `FormField`, in its own file because the sign-in page has none. */
export function FormTextarea({ label, name, errors, ...rest }: Props) {
  const [error] = errors[name] ?? []
  const sentence = useSentence()
  return (
    <FormControl error={Boolean(error)} sx={{ mt: 4 }}>
      <FieldLabel label={label} />
      <Textarea name={name} {...rest} />
      {error && <FormHelperText role="alert">{sentence(error)}</FormHelperText>}
    </FormControl>
  )
}
