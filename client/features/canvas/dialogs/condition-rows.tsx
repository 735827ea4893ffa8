import { Lock, Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { dropTarget, moveKeys, ReorderHandle } from '../fields/fields.ts'
import { moveItem, removeAt, replaceAt } from '../graph/rows.ts'
import '../fields/rows-fields.css'

/** `was` is the index of a stored row; `key` identifies new rows. */
type Row = { was?: number | undefined; key?: number | undefined }

type Props<Item extends Row> = {
  className?: string
  columns: readonly { name: string; width: string }[]
  rows: readonly Item[]
  /** The row that matches the test values: undefined for everything else, null without test values. */
  deciding?: number | undefined | null
  everythingElse: { text: string; output: string }
  add: { label: string; row: Item }
  children: (row: Item, place: number, change: (parts: Partial<Item>) => void) => ReactNode
  onChange: (rows: Item[]) => void
}

/** A table of conditions, evaluated from top to bottom. The last row is everything else. */
export function ConditionRows<Item extends Row>({
  className = '',
  columns,
  rows,
  deciding = null,
  everythingElse,
  add,
  children,
  onChange,
}: Props<Item>) {
  const { canvasFields } = useTexts()
  const move = (from: number, to: number) => onChange(moveItem(rows, from, to))
  return (
    <div className={`field-grid outlined-strong scrolls-x grows shrinks condition-table ${className}`}>
      <table className="full-width text-13" aria-label={canvasFields.conditionTable}>
        <colgroup>
          <col className="grid-handle" />
          {columns.map(({ name, width }) => (
            <col key={name} style={{ width }} />
          ))}
          <col className="grid-end" />
        </colgroup>
        <thead className="backdrop-level1">
          <tr>
            <td />
            {columns.map(({ name }) => (
              <th className="text-secondary text-left" key={name} scope="col">
                {name}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr
              key={row.was ?? `new${row.key}`}
              data-deciding={deciding === place || undefined}
              onKeyDown={moveKeys(place, rows.length, move)}
              {...dropTarget(place, move)}
            >
              <td>
                <ReorderHandle place={place} count={rows.length} onMove={move} />
              </td>
              {children(row, place, (parts) => onChange(replaceAt(rows, place, { ...row, ...parts })))}
              <td>
                <button
                  type="button"
                  className="icon-button"
                  aria-label={canvasFields.removeRow(place + 1)}
                  onClick={() => onChange(removeAt(rows, place))}
                >
                  <X size={14} />
                </button>
              </td>
            </tr>
          ))}
          <tr className="condition-else" data-deciding={deciding === undefined || undefined}>
            <td className="text-tertiary" />
            <td className="text-tertiary" colSpan={columns.length - 1}>
              {everythingElse.text}
            </td>
            <td className="text-tertiary">{everythingElse.output}</td>
            <td className="text-tertiary">
              <Lock size={13} aria-hidden="true" />
            </td>
          </tr>
        </tbody>
      </table>
      <div className="grid-foot row gap-8 line-above">
        <button
          type="button"
          className="link-button add-row"
          onClick={() => onChange([...rows, { ...add.row, key: nextKey(rows) }])}
        >
          <Plus size={14} /> {add.label}
        </button>
      </div>
    </div>
  )
}

// A new row has no stored index to be identified by.
const nextKey = (rows: readonly Row[]) => Math.max(-1, ...rows.map(({ key }) => key ?? -1)) + 1
