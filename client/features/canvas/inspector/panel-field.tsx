import { memo, useId, useRef } from 'react'
import { RequiredStar } from '#client/components/required-star.tsx'
import { type Texts, useTexts } from '#client/texts/texts.tsx'
import { readRecords } from '#shared/json.ts'
import type { PlacedInput, TemplateInput } from '#shared/nodes.ts'
import { countKeys, countTokens, Field, readFiles, useParam, useRequiredInputs } from '../fields/fields.ts'
import { namesOf, textOf } from '../graph/field-values.ts'

type Props = {
  node: string
  input: PlacedInput
  /** Label of the node the field belongs to, if it is another one. */
  setIn?: string
}

/** A field of the inspector with its label, help and reset. */
export const PanelField = memo(function PanelField({ node, input, setIn }: Props) {
  const { nodes, canvasFields } = useTexts()
  const helpId = useId()
  const { missing, changed, reset, ...field } = useParam(node, input)
  const label = input.type === 'credential' ? nodes.credential : input.label
  const row = useRef<HTMLDivElement>(null)
  useRequiredInputs(setIn === undefined ? node : '', input.name, row)
  const help = plainText(input.description)

  return (
    <div className="panel-field" data-editor={input.type} ref={row}>
      <div className="panel-label row gap-6 margin-bottom-6">
        <label className="line-18 medium text-13 text-primary" id={field.labelId} htmlFor={field.id}>
          {label}
        </label>
        {setIn !== undefined && (
          <span className="panel-set-in text-12 text-tertiary">{nodes.setIn(setIn)}</span>
        )}
        {missing && <RequiredStar />}
        {changed && <i className="changed rigid circle" role="img" aria-label={nodes.changed} />}
        {changed && (
          <button
            type="button"
            className="link-button"
            aria-label={nodes.resetField(input.label)}
            onClick={reset}
          >
            {nodes.reset}
          </button>
        )}
        <small className="text-tertiary pushed-right">{fieldNote(input, field.value, canvasFields)}</small>
      </div>
      <Field input={input} node={node} place="panel" describedBy={help ? helpId : undefined} {...field} />
      {help && (
        <p className="panel-help text-12 line-16 text-tertiary margin-4-0-0" id={helpId}>
          {help}
        </p>
      )}
      {input.warning && <p className="field-warning">{plainText(input.warning)}</p>}
    </div>
  )
})

/** Removes markup, which files of other editors have in their help. */
export function plainText(markup: string | undefined): string {
  return (markup ?? '')
    .replace(/<br\s*\/?>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .trim()
}

type Words = Texts['canvasFields']

/** Note beside the label: tokens of a text, items of a list, range of a number. */
function fieldNote(input: TemplateInput, value: unknown, words: Words): string {
  const { min, max, options = [] } = input
  switch (input.type) {
    case 'string':
      return input.rows && textOf(value) !== '' ? words.tokensShort(countTokens(textOf(value))) : ''
    case 'multiOptions':
      return words.chosenOf(namesOf(value).length, options.length)
    case 'datagrid':
      return words.rows(readRecords(value).length)
    case 'array':
      return words.items(readRecords(value).length)
    case 'json':
      return countKeys(textOf(value)) > 0 ? words.keys(countKeys(textOf(value))) : ''
    case 'file':
    case 'folder':
      return readFiles(value).length > 0 ? String(readFiles(value).length) : ''
    default:
      return min !== undefined && max !== undefined ? `${min} – ${max}` : ''
  }
}
