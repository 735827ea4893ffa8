import { useTexts } from '#client/texts/texts.tsx'
import {
  hasNoValue,
  type StepOperation,
  type StepRow,
  stepOperations,
  type ValueType,
  valueTypes,
} from '../graph/step-condition.ts'
import { ConditionRows } from './condition-rows.tsx'

type Props = {
  rows: readonly StepRow[]
  names: readonly string[]
  /** The row that matches the test values; null without test values. */
  deciding: number | undefined | null
  /** Index of the incomplete row; -1 for none. */
  incomplete: number
  onChange: (rows: StepRow[]) => void
}

const newRow: StepRow = { type: 'string', value1: '', operation: 'equal', value2: '', output: '' }

export function StepConditionTable({ rows, names, deciding, incomplete, onChange }: Props) {
  const { columns, ...words } = useTexts().agent.condition
  return (
    <ConditionRows
      className="step-condition"
      columns={[
        { name: columns.type, width: '14%' },
        { name: columns.value1, width: '26%' },
        { name: columns.operation, width: '18%' },
        { name: columns.value2, width: '18%' },
        { name: columns.output, width: '24%' },
      ]}
      rows={rows}
      deciding={deciding}
      everythingElse={{ text: words.everythingElse, output: words.else }}
      add={{ label: words.add, row: newRow }}
      onChange={onChange}
    >
      {(row, place, change) => (
        <Cells
          row={row}
          place={place}
          name={names[place] ?? ''}
          isIncomplete={incomplete === place}
          onChange={change}
        />
      )}
    </ConditionRows>
  )
}

type CellsProps = {
  row: StepRow
  place: number
  name: string
  isIncomplete: boolean
  onChange: (parts: Partial<StepRow>) => void
}

function Cells({ row, place, name, isIncomplete, onChange }: CellsProps) {
  const { agent, canvasFields } = useTexts()
  const { columns, types, operations } = agent.condition
  const label = (column: keyof typeof columns) => canvasFields.cell(columns[column], place + 1)
  const text = (field: 'value1' | 'value2' | 'output', placeholder?: string) => (
    <input
      className="full-width"
      aria-label={label(field)}
      autoComplete="off"
      placeholder={placeholder}
      value={row[field]}
      onChange={({ target }) => onChange({ [field]: target.value })}
    />
  )
  const isMissing = (value: string) => (isIncomplete && value.trim() === '') || undefined
  return (
    <>
      <td data-label={columns.type}>
        <select
          className="full-width"
          aria-label={label('type')}
          value={row.type}
          onChange={({ target }) => onChange(ofType(row, target.value as ValueType))}
        >
          {valueTypes.map((type) => (
            <option key={type} value={type}>
              {types[type]}
            </option>
          ))}
        </select>
      </td>
      <td data-label={columns.value1} data-missing={isMissing(row.value1)}>
        {text('value1')}
      </td>
      <td data-label={columns.operation}>
        <select
          className="full-width"
          aria-label={label('operation')}
          value={row.operation}
          onChange={({ target }) => onChange({ operation: target.value })}
        >
          {stepOperations[row.type].map((operation: StepOperation) => (
            <option key={operation} value={operation}>
              {operations.text[operation]}
            </option>
          ))}
        </select>
      </td>
      <td
        data-label={columns.value2}
        data-missing={hasNoValue(row.operation) ? undefined : isMissing(row.value2)}
      >
        {hasNoValue(row.operation) ? <span className="condition-none text-tertiary">–</span> : text('value2')}
      </td>
      <td data-label={columns.output} data-own={row.output !== '' || undefined}>
        {text('output', name)}
      </td>
    </>
  )
}

/** An operation the new type does not have is replaced by its first one. */
function ofType({ operation }: StepRow, type: ValueType): Partial<StepRow> {
  const known: readonly string[] = stepOperations[type]
  return { type, operation: known.includes(operation) ? operation : 'equal' }
}
