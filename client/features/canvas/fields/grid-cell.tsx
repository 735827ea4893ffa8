import { useId } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import type { GridColumn } from '#shared/nodes.ts'
import { textOf } from './field-props.ts'
import { useCellChoices } from './use-cell-choices.ts'
import { useDraft } from './use-draft.ts'

type Props = {
  column: GridColumn
  label: string
  value: unknown
  onChange: (value: unknown, typing?: boolean) => void
  node: string | undefined
  input: string
}

/** One cell, as its column asks: text, yes or no, one of several, or anything with words offered for it. */
export function GridCell(props: Props) {
  const { column, label, value, onChange } = props
  switch (column.type) {
    case 'boolean':
      return (
        <input
          type="checkbox"
          aria-label={label}
          checked={value === true || value === 'true'}
          onChange={({ target }) => onChange(target.checked)}
        />
      )
    case 'singleSelect':
    case 'asyncSingleSelect':
      return <SelectCell {...props} />
    default:
      return <TextCell {...props} />
  }
}

function SelectCell({ column, label, value, onChange, node, input }: Props) {
  const { nodes } = useTexts()
  const choices = useCellChoices(column, node, input)
  const stored = textOf(value)
  const known = choices.some((choice) => choice.value === stored)
  return (
    <select aria-label={label} value={stored} onChange={({ target }) => onChange(target.value)}>
      <option value="">{nodes.choose}</option>
      {!known && stored !== '' && <option value={stored}>{stored}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  )
}

function TextCell({ column, label, value, onChange, node, input }: Props) {
  const listId = useId()
  const choices = useCellChoices(column, node, input)
  const draft = useDraft(textOf(value), (text) => {
    onChange(text, true)
    return true
  })
  return (
    <>
      <input
        aria-label={label}
        autoComplete="off"
        readOnly={column.editable === false}
        list={choices.length > 0 ? listId : undefined}
        value={draft.text}
        onChange={({ target }) => draft.change(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
            event.preventDefault()
            draft.flush()
          }
        }}
        {...draft.focus}
      />
      {choices.length > 0 && (
        <datalist id={listId}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </datalist>
      )}
    </>
  )
}
