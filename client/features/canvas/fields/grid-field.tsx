import { Plus, Rows3, X } from 'lucide-react'
import { type ClipboardEvent, use, useId } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { readRecords } from '#shared/json.ts'
import type { GridColumn } from '#shared/nodes.ts'
import { textOf } from '../graph/field-values.ts'
import { pasteCells, type Row, readCells, writeGrid } from '../graph/rows.ts'
import { nodesBefore, profileOf, stateKeys } from '../graph/variables.ts'
import type { CanvasState } from '../store/canvas-store.ts'
import { CanvasStoreProvider } from '../store/use-canvas.ts'
import type { FieldProps } from './field-props.ts'
import { dropTarget, ReorderHandle, ShowInPanel, useRows } from './row-controls.tsx'
import { useDraft } from './use-draft.ts'
import './rows-fields.css'

/** An editable table: rows can be added, removed and moved, and spreadsheet cells can be pasted. */
export function GridField(props: FieldProps) {
  const { input, value, place, node, id, labelId } = props
  const { canvasFields } = useTexts()
  const rows = readRecords(value)
  return place === 'card' && node !== undefined ? (
    <ShowInPanel id={id} labelId={labelId} node={node} field={input.name} label={input.label} icon={Rows3}>
      {[canvasFields.rows(rows.length), firstWords(rows[0], input.datagrid ?? [])]
        .filter(Boolean)
        .join(' · ')}
    </ShowInPanel>
  ) : (
    <Grid {...props} />
  )
}

function firstWords(row: Row | undefined, columns: readonly GridColumn[]): string {
  return columns
    .map(({ field }) => String(row?.[field] ?? ''))
    .filter(Boolean)
    .slice(0, 2)
    .join(', ')
}

function Grid({ input, value, onChange, labelId, id, node }: FieldProps) {
  const { canvasFields } = useTexts()
  const columns = input.datagrid ?? []
  const fields = columns.map(({ field }) => field)
  const grid = useRows(value, (rows, typing) => onChange(writeGrid(rows), typing))

  function paste(event: ClipboardEvent, corner: { row: number; column: number }) {
    const text = event.clipboardData.getData('text')
    const cells = readCells(text)
    if (cells.length > 1 || (cells[0]?.length ?? 0) > 1) {
      event.preventDefault()
      grid.replaceAll(pasteCells(grid.rows, fields, corner, cells))
    }
  }

  return (
    <div className="field-grid nodrag nowheel grows shrinks outlined-strong scrolls-x">
      <table className="full-width text-13" aria-labelledby={labelId} id={id}>
        <colgroup>
          <col className="grid-handle" />
          {columns.map(({ field, flex = 0.4 }) => (
            <col key={field} style={{ width: `${flex * 100}%` }} />
          ))}
          <col className="grid-end" />
        </colgroup>
        <thead className="backdrop-level1">
          <tr>
            <td />
            {columns.map(({ field, headerName }) => (
              <th className="text-secondary text-left" key={field} scope="col">
                {headerName}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {grid.rows.map((row, place) => (
            <tr key={grid.keys[place]} {...dropTarget(place, grid.move)}>
              <td>
                <ReorderHandle place={place} count={grid.rows.length} onMove={grid.move} />
              </td>
              {columns.map((column, index) => (
                <td key={column.field} onPaste={(event) => paste(event, { row: place, column: index })}>
                  <GridCell
                    column={column}
                    label={canvasFields.cell(column.headerName, place + 1)}
                    value={row[column.field]}
                    onChange={(cell, typing) => grid.change(place, column.field, cell, typing)}
                    node={node}
                    input={input.name}
                  />
                </td>
              ))}
              <td>
                <button
                  type="button"
                  className="icon-button"
                  aria-label={canvasFields.removeRow(place + 1)}
                  onClick={() => grid.remove(place)}
                >
                  <X size={14} />
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div
        className="grid-foot row gap-8 line-above"
        onPaste={(event) => paste(event, { row: grid.rows.length, column: 0 })}
      >
        <button
          type="button"
          className="link-button add-row"
          onClick={() => grid.add(Object.fromEntries(fields.map((field) => [field, ''])))}
        >
          <Plus size={14} /> {canvasFields.addRow}
        </button>
        <small className="text-12">{canvasFields.orPaste}</small>
      </div>
    </div>
  )
}

type Props = {
  column: GridColumn
  label: string
  value: unknown
  onChange: (value: unknown, typing?: boolean) => void
  node: string | undefined
  input: string
}

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

type CellChoice = { label: string; value: string }

/** Options of a column: declared ones, and the state keys set before its node. */
function useCellChoices(column: GridColumn, node: string | undefined, input: string): CellChoice[] {
  // A form outside the canvas has columns, but no canvas state.
  const store = use(CanvasStoreProvider)
  const declared = (column.valueOptions ?? []).map((option) =>
    typeof option === 'string' ? { label: option, value: option } : option,
  )
  return store && node !== undefined
    ? [...declared, ...stateChoices(store.getState(), node, input, column)]
    : declared
}

// State keys come from the canvas, so the load method of sequential agents needs no request.
function stateChoices(
  { graph, templates }: Pick<CanvasState, 'graph' | 'templates'>,
  node: string,
  input: string,
  { loadMethod = [], type }: GridColumn,
): CellChoice[] {
  if (![loadMethod].flat().includes('loadStateKeys')) {
    return []
  }
  const before = nodesBefore(graph, { node, input, templates }, profileOf(graph.nodes.get(node)))
  return stateKeys(graph, before).map(({ key }) => ({
    label: key,
    value: type === 'asyncSingleSelect' ? key : `$flow.state.${key}`,
  }))
}
