import { Plus, Rows3, X } from 'lucide-react'
import type { ClipboardEvent } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import type { GridColumn } from '#shared/nodes.ts'
import type { FieldProps } from './field-props.ts'
import { GridCell } from './grid-cell.tsx'
import { dropTarget, ReorderHandle } from './reorder-handle.tsx'
import { pasteCells, type Row, readCells, readRecords, writeGrid } from './rows.ts'
import { ShowInPanel } from './show-in-panel.tsx'
import { useRows } from './use-rows.ts'
import './rows-fields.css'

/** A table to fill in: rows come, go and move, and a block of a spreadsheet may be pasted into it. */
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
    <div className="field-grid nodrag nowheel">
      <table aria-labelledby={labelId} id={id}>
        <colgroup>
          <col className="grid-handle" />
          {columns.map(({ field, flex = 0.4 }) => (
            <col key={field} style={{ width: `${flex * 100}%` }} />
          ))}
          <col className="grid-end" />
        </colgroup>
        <thead>
          <tr>
            <td />
            {columns.map(({ field, headerName }) => (
              <th key={field} scope="col">
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
      <div className="grid-foot" onPaste={(event) => paste(event, { row: grid.rows.length, column: 0 })}>
        <button
          type="button"
          className="link-button add-row"
          onClick={() => grid.add(Object.fromEntries(fields.map((field) => [field, ''])))}
        >
          <Plus size={14} /> {canvasFields.addRow}
        </button>
        <small>{canvasFields.orPaste}</small>
      </div>
    </div>
  )
}
