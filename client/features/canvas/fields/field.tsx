import { ArrayField } from './array-field.tsx'
import { CodeField } from './code-field.tsx'
import { CredentialField } from './credential-field.tsx'
import { DateField, DayField, MonthDaysField, TimeField, WeekDaysField } from './date-fields.tsx'
import {
  ConditionField,
  isStepCondition,
  LinksField,
  linksInput,
  StepConditionField,
} from './dialog-fields.tsx'
import type { FieldProps } from './field-props.ts'
import { FileField, FolderField } from './file-field.tsx'
import { GridField } from './grid-field.tsx'
import { JsonField } from './json-field.tsx'
import { NumberField } from './number-field.tsx'
import { AsyncOptionsField, MultiOptionsField, OptionsField } from './options-field.tsx'
import { PasswordField, RawField, SwitchField } from './simple-fields.tsx'
import { TabsField } from './tabs-field.tsx'
import { TextField } from './text-field.tsx'

/** One editor per field type. Values of other types are shown and kept. */
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
  file: FileField,
  folder: FolderField,
  datagrid: GridField,
  array: ArrayField,
  tabs: TabsField,
  conditionFunction: ConditionField,
  timePicker: TimeField,
  datePicker: DayField,
  weekDaysPicker: WeekDaysField,
  monthDaysPicker: MonthDaysField,
}

export function Field(props: FieldProps) {
  const { node } = props
  if (node !== undefined && isStepCondition(props.input, node)) {
    return <StepConditionField {...props} node={node} />
  }
  const isLinks = props.input.name === linksInput && props.onExpand !== undefined
  const Editor = isLinks ? LinksField : (editors[props.input.type] ?? RawField)
  return <Editor {...props} render={Field} />
}
