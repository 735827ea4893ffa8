import { AsyncOptionsField } from './async-options-field.tsx'
import { CodeField } from './code-field.tsx'
import { CredentialField } from './credential-field.tsx'
import { DateField } from './date-field.tsx'
import type { FieldProps } from './field-props.ts'
import { JsonField } from './json-field.tsx'
import { NumberField } from './number-field.tsx'
import { MultiOptionsField, OptionsField } from './options-field.tsx'
import { PasswordField } from './password-field.tsx'
import { RawField } from './raw-field.tsx'
import { SwitchField } from './switch-field.tsx'
import { TextField } from './text-field.tsx'

/** One editor for each type of field. A type that is not here is shown and kept. */
const editors: Record<string, (props: FieldProps) => React.ReactNode> = {
  string: TextField,
  number: NumberField,
  boolean: SwitchField,
  options: OptionsField,
  multiOptions: MultiOptionsField,
  asyncOptions: AsyncOptionsField,
  asyncMultiOptions: AsyncOptionsField,
  password: PasswordField,
  json: JsonField,
  code: CodeField,
  date: DateField,
  credential: CredentialField,
}

export function Field(props: FieldProps) {
  const Editor = editors[props.input.type] ?? RawField
  return <Editor {...props} />
}
