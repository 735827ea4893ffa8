import { KeyRound, Plus } from 'lucide-react'
import { trpc } from '#client/api/trpc.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { Choice } from '../popups/popups.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import { ArrayField } from './array-field.tsx'
import { CodeField } from './code-field.tsx'
import { ComponentSettings } from './component-settings.tsx'
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
import { AsyncOptionsField, MultiOptionsField, noticeOf, OptionsField, withNone } from './options-field.tsx'
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
  const { input, value, config, onConfig, place } = props
  return (
    <>
      <Editor {...props} render={Field} />
      {input.loadConfig && onConfig && typeof value === 'string' && value !== '' && place === 'panel' && (
        <ComponentSettings {...props} name={value} config={config ?? {}} onConfig={onConfig} render={Field} />
      )}
    </>
  )
}

/** Chooses or creates a credential of a type the node accepts. */
function CredentialField({ input, value, onChange, id, labelId, node, component }: FieldProps) {
  const { nodes } = useTexts()
  const store = useCanvasStore()
  const kinds = [...(input.credentialNames ?? [])]
  const query = trpc.credentials.list.useQuery({ credentialName: kinds }, { staleTime: 30_000 })
  const stored = typeof value === 'string' ? value : ''
  const chosen = query.data?.find((credential) => credential.id === stored)
  const gone = query.data !== undefined && stored !== '' && !chosen
  const options = (query.data ?? []).map(({ id: name, name: label, shared }) => ({
    name,
    label,
    description: shared ? nodes.platformCredential : undefined,
  }))
  return (
    <Choice
      id={id}
      labelId={labelId}
      label={input.label}
      icon={KeyRound}
      options={withNone(options, input.optional && stored ? nodes.none : undefined)}
      chosen={[stored]}
      bad={gone || (stored === '' && !input.optional)}
      notice={noticeOf(query, nodes.loadingOptions)}
      onPick={onChange}
      action={
        node === undefined
          ? undefined
          : {
              name: nodes.createCredential,
              icon: Plus,
              run: () => store.getState().put({ newCredential: { node, kinds, component: component?.path } }),
            }
      }
    >
      <ChosenName name={chosen?.name} isEmpty={stored === ''} isGone={gone} />
    </Choice>
  )
}

function ChosenName({
  name,
  isEmpty,
  isGone,
}: {
  name: string | undefined
  isEmpty: boolean
  isGone: boolean
}) {
  const { nodes } = useTexts()
  if (isEmpty) {
    return nodes.chooseOrCreate
  }
  return name ?? (isGone ? nodes.credentialGone : '…')
}
