import './node-form.css'
import { FormControl, Input, Option, Select, Textarea } from '@mui/joy'
import { useState } from 'react'
import { CredentialSelect } from '#client/components/credential-select.tsx'
import { TextEditor } from '#client/components/editor/text-editor.tsx'
import { FieldLabel } from '#client/components/form-field.tsx'
import { Below, SettingSelect, SettingSwitch, SettingText } from '#client/components/setting-fields.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { NodeTemplate, TemplateInput } from '#shared/nodes.ts'
import { FileField } from './file-field.tsx'
import { fieldValue, isWrongJson, readNames, readNumber, textOf, type Values } from './node-values.ts'
import { OptionsField } from './options-field.tsx'

export type FieldProps = {
  field: TemplateInput
  value: unknown
  onChange: (value: unknown) => void
  issue: string | undefined
}

type Props = {
  template: NodeTemplate
  field: TemplateInput
  values: Values
  isMissing: boolean
  onChange: (value: unknown) => void
}

/** One setting of a component, by its type. */
export function NodeField({ template, field, values, isMissing, onChange }: Props) {
  const { stores, nodes } = useTexts()
  const value = fieldValue(field, values)
  const issue = isMissing ? stores.form.missing(field.label) : undefined
  const props = { field, value, onChange, issue }
  switch (field.type) {
    case 'credential':
      return (
        <CredentialSelect
          kinds={field.credentialNames ?? []}
          name={field.name}
          value={textOf(value)}
          onChange={onChange}
          issue={issue}
          required={!field.optional}
          {...(field.optional && { none: nodes.none })}
        />
      )
    case 'boolean':
      return (
        <SettingSwitch
          label={field.label}
          checked={value === true || value === 'true'}
          onChange={onChange}
          {...(field.description && { help: field.description })}
        />
      )
    case 'number':
      return <NumberField {...props} />
    case 'options':
      return <ChoiceField {...props} />
    case 'multiOptions':
      return <ManyField {...props} />
    case 'asyncOptions':
    case 'asyncMultiOptions':
      return <OptionsField {...props} template={template} values={values} />
    case 'file':
    case 'folder':
      return <FileField {...props} />
    case 'password':
      return <PasswordField {...props} />
    case 'code':
      return <CodeField {...props} />
    case 'json':
    case 'array':
    case 'datagrid':
      return <JsonField {...props} />
    default:
      return (
        <SettingText
          label={field.label}
          name={field.name}
          issue={issue}
          help={field.description}
          required={!field.optional}
          value={textOf(value)}
          onChange={onChange}
          {...(field.placeholder && { placeholder: field.placeholder })}
          {...(field.rows && { rows: field.rows })}
        />
      )
  }
}

/** Invalid text stays in the field until it is a number. */
function NumberField({ field, value, onChange, issue }: FieldProps) {
  const { nodes } = useTexts()
  const [draft, setDraft] = useState<string>()
  const { min, max } = field
  const read = draft === undefined ? undefined : readNumber(draft)
  const problem =
    draft === undefined ? undefined : read === undefined ? nodes.numberFaults.number() : limitIssue(read)

  function limitIssue(number: number | ''): string | undefined {
    const limits = { min: min ?? '', max: max ?? '' }
    if (number !== '' && min !== undefined && number < min) {
      return nodes.numberFaults.min(limits)
    }
    return number !== '' && max !== undefined && number > max ? nodes.numberFaults.max(limits) : undefined
  }

  return (
    <SettingText
      label={field.label}
      name={field.name}
      issue={problem ?? issue}
      help={field.description}
      required={!field.optional}
      numeric
      value={draft ?? textOf(value)}
      {...(field.placeholder && { placeholder: field.placeholder })}
      onChange={(text) => {
        const number = readNumber(text)
        setDraft(text)
        if (number !== undefined && limitIssue(number) === undefined) {
          onChange(number)
        }
      }}
    />
  )
}

function ChoiceField({ field, value, onChange, issue }: FieldProps) {
  const { nodes } = useTexts()
  const { options = [], optional = false, default: fallback } = field
  return (
    <SettingSelect
      label={field.label}
      name={field.name}
      issue={issue}
      help={field.description}
      required={!optional}
      placeholder={nodes.choose}
      value={textOf(value)}
      options={[
        ...(optional && fallback === undefined ? [{ value: '', label: nodes.none }] : []),
        ...options.map(({ name, label, description }) => ({
          value: name,
          label,
          ...(description && { note: description }),
        })),
      ]}
      onChange={onChange}
    />
  )
}

function ManyField({ field, value, onChange, issue }: FieldProps) {
  const { nodes } = useTexts()
  return (
    <FormControl error={issue !== undefined}>
      <FieldLabel label={field.label} required={!field.optional} />
      <Select
        multiple
        value={readNames(value)}
        placeholder={nodes.choose}
        onChange={(_, names) => onChange(names.length > 0 ? JSON.stringify(names) : '')}
        slotProps={{ button: { name: field.name }, listbox: { sx: { zIndex: 1400 } } }}
      >
        {(field.options ?? []).map(({ name, label }) => (
          <Option key={name} value={name}>
            {label}
          </Option>
        ))}
      </Select>
      <Below issue={issue} help={field.description} />
    </FormControl>
  )
}

function PasswordField({ field, value, onChange, issue }: FieldProps) {
  return (
    <FormControl error={issue !== undefined}>
      <FieldLabel label={field.label} required={!field.optional} />
      <Input
        type="password"
        name={field.name}
        autoComplete="new-password"
        value={textOf(value)}
        onChange={({ target }) => onChange(target.value)}
      />
      <Below issue={issue} help={field.description} />
    </FormControl>
  )
}

function JsonField({ field, value, onChange, issue }: FieldProps) {
  const { nodes } = useTexts()
  const text = textOf(value)
  const problem = isWrongJson(text) ? nodes.notJson : issue
  return (
    <FormControl error={problem !== undefined}>
      <FieldLabel label={field.label} required={!field.optional} />
      <Textarea
        className="node-json"
        name={field.name}
        minRows={2}
        maxRows={10}
        placeholder={field.placeholder ?? '{ }'}
        spellCheck={false}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
      <Below issue={problem} help={field.description} />
    </FormControl>
  )
}

function CodeField({ field, value, onChange, issue }: FieldProps) {
  return (
    <FormControl error={issue !== undefined}>
      <FieldLabel label={field.label} required={!field.optional} />
      <div className="node-code outlined-strong round-sm clips">
        <TextEditor
          label={field.label}
          language="javascript"
          lineNumbers
          value={textOf(value)}
          placeholder={field.placeholder}
          onText={onChange}
        />
      </div>
      <Below issue={issue} help={field.description} />
    </FormControl>
  )
}
