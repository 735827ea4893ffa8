import { useTexts } from '#client/texts/texts.tsx'
import { type FieldProps, textOf } from './field-props.ts'

/** A kind of field nobody here can edit: its value is shown as it is, and goes out as it came in. */
export function RawField({ input, value, id, labelId }: FieldProps) {
  const { nodes } = useTexts()
  const text = textOf(value)
  return (
    <output
      id={id}
      className="field-well field-raw"
      aria-labelledby={labelId}
      title={nodes.cannotEdit(input.type)}
    >
      {text === '' ? nodes.empty : text}
    </output>
  )
}
