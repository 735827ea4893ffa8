import { useTexts } from '#client/texts/texts.tsx'
import type { GridColumn } from '#shared/nodes.ts'
import { GridCell, useStoredVariables } from '../fields/fields.ts'
import {
  type ConditionIssue,
  type ConditionRow,
  numberOperations,
  textOperations,
} from '../graph/condition.ts'
import { ConditionRows } from './condition-rows.tsx'

type Props = {
  node: string
  /** Variables the node declares. */
  column: GridColumn | undefined
  rows: readonly ConditionRow[]
  issues: readonly ConditionIssue[]
  onChange: (rows: ConditionRow[]) => void
}

const newRow: ConditionRow = { variable: '', operation: '', value: '', output: '' }

/** Rows are checked from the top; the first that holds decides. */
export function ConditionTable({ node, column, rows, issues, onChange }: Props) {
  const { canvasFields } = useTexts()
  const columns = canvasFields.conditionColumns
  return (
    <ConditionRows
      columns={[
        { name: columns.variable, width: '31%' },
        { name: columns.operation, width: '21%' },
        { name: columns.value, width: '28%' },
        { name: columns.output, width: '20%' },
      ]}
      rows={rows}
      everythingElse={{ text: canvasFields.everythingElse, output: 'End' }}
      add={{ label: canvasFields.addItem, row: newRow }}
      onChange={onChange}
    >
      {(row, place, change) => <Cells {...{ node, column, row, place, issues }} onChange={change} />}
    </ConditionRows>
  )
}

type CellsProps = {
  node: string
  column: GridColumn | undefined
  row: ConditionRow
  place: number
  issues: readonly ConditionIssue[]
  onChange: (parts: Partial<ConditionRow>) => void
}

function Cells({ node, column, row, place, issues, onChange }: CellsProps) {
  const { canvasFields } = useTexts()
  const columns = canvasFields.conditionColumns
  const variables = useVariableColumn(column, columns.variable)
  const isBad = (name: ConditionIssue['name']) =>
    issues.some((issue) => issue.name === name && 'row' in issue && issue.row === place) || undefined
  const text = (field: 'value' | 'output') => (
    <GridCell
      column={{ field, headerName: columns[field] }}
      label={canvasFields.cell(columns[field], place + 1)}
      value={row[field]}
      onChange={(value) => onChange({ [field]: String(value) })}
      node={node}
      input="condition"
    />
  )
  const needsNone = row.operation === 'Is Empty' || row.operation === 'Is Not Empty'
  return (
    <>
      <td data-label={columns.variable} data-missing={isBad('variable')}>
        <GridCell
          column={variables}
          label={canvasFields.cell(columns.variable, place + 1)}
          value={row.variable}
          onChange={(variable) => onChange({ variable: String(variable) })}
          node={node}
          input="condition"
        />
      </td>
      <td data-label={columns.operation} data-missing={isBad('operation')}>
        <OperationCell
          place={place}
          value={row.operation}
          onChange={(operation) => onChange({ operation })}
        />
      </td>
      <td data-label={columns.value}>
        {needsNone ? <span className="condition-none text-tertiary">–</span> : text('value')}
      </td>
      <td data-label={columns.output} data-missing={isBad('output')}>
        {text('output')}
      </td>
    </>
  )
}

type OperationProps = { place: number; value: string; onChange: (operation: string) => void }

function OperationCell({ place, value, onChange }: OperationProps) {
  const { canvasFields, nodes } = useTexts()
  const { operations, operationKinds, conditionColumns, cell } = canvasFields
  return (
    <select
      aria-label={cell(conditionColumns.operation, place + 1)}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{nodes.choose}</option>
      <optgroup label={operationKinds.text}>
        {textOperations.map((name) => (
          <option key={name} value={name}>
            {operations[name]}
          </option>
        ))}
      </optgroup>
      <optgroup label={operationKinds.number}>
        {numberOperations.map((name) => (
          <option key={name} value={name}>
            {operations[name]}
          </option>
        ))}
      </optgroup>
    </select>
  )
}

// The variable column, with the real variables instead of the example's.
function useVariableColumn(column: GridColumn | undefined, headerName: string): GridColumn {
  const { canvasFields } = useTexts()
  const platform = useStoredVariables(true)
  const messages = [
    ['$flow.state.messages.length', canvasFields.messageCount],
    ['$flow.state.messages[0].content', canvasFields.firstMessage],
    ['$flow.state.messages[-1].content', canvasFields.lastMessage],
  ] as const
  return {
    field: 'variable',
    type: 'freeSolo',
    loadMethod: column?.loadMethod ?? 'loadStateKeys',
    headerName,
    valueOptions: [
      ...messages.map(([value, label]) => ({ value, label })),
      ...(platform ?? []).map(({ name }) => ({ value: `$vars.${name}`, label: `$vars.${name}` })),
    ],
  }
}
