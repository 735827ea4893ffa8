import './node-form.css'
import { useTexts } from '#client/texts/texts.tsx'
import type { NodeTemplate, TemplateInput } from '#shared/nodes.ts'
import { NodeField } from './node-field.tsx'
import { isChanged, shownFields, type Values } from './node-values.ts'

type Props = {
  template: NodeTemplate
  values: Values
  onChange: (values: Values) => void
  /** Names of required fields to mark as missing. */
  missing?: ReadonlySet<string>
  /** Leaves out fields that the screen shows elsewhere. */
  except?: ReadonlySet<string>
}

/** The settings of a component. Rare ones are folded away. */
export function NodeForm({ template, values, onChange, missing, except }: Props) {
  const { nodes } = useTexts()
  const shown = shownFields(template, values).filter(({ name }) => !except?.has(name))
  const first = shown.filter(({ additionalParams = false }) => !additionalParams)
  const more = shown.filter(({ additionalParams = false }) => additionalParams)
  const changed = more.filter((field) => isChanged(field, values)).length
  const fieldOf = (field: TemplateInput) => (
    <NodeField
      key={field.name}
      template={template}
      field={field}
      values={values}
      isMissing={missing?.has(field.name) ?? false}
      onChange={(value) => onChange({ ...values, [field.name]: value })}
    />
  )
  if (shown.length === 0) {
    return null
  }
  return (
    <div className="node-form stack gap-16">
      {first.map(fieldOf)}
      {more.length > 0 && (
        <details open={more.some(({ name }) => missing?.has(name)) || undefined}>
          <summary className="pressable text-13 medium round-4 text-accent">
            {nodes.moreSettings}{' '}
            <span className="text-tertiary regular">
              {changed > 0 ? nodes.changedOf(changed, more.length) : more.length}
            </span>
          </summary>
          <div className="stack gap-16">{more.map(fieldOf)}</div>
        </details>
      )}
    </div>
  )
}
