import './data-table.css'
import { Table } from '@mui/joy'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import { phoneScreen, useMediaQuery } from './use-media-query.ts'

export type Column<Row> = {
  id: string
  head: string
  cell: (row: Row) => ReactNode
  /** Makes the column sortable. Text sorts ascending first, numbers descending. */
  sort?: (row: Row) => string | number
  isNumber?: boolean
  width?: number | string
}

type Props<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  phone: (row: Row) => ReactNode
  details?: (row: Row) => ReactNode
  /** Footer row: one cell per column. */
  foot?: ReactNode[]
  sortedBy?: string
  minWidth?: number
  language: string
}

export function DataTable<Row>(props: Props<Row>) {
  const { columns, rows, language, keyOf, phone, details, label } = props
  const isPhone = useMediaQuery(phoneScreen)
  const [order, setOrder] = useState({ id: props.sortedBy, isReversed: false })
  const sorted = sortRows(
    rows,
    columns.find(({ id }) => id === order.id),
    order.isReversed,
    language,
  )

  if (isPhone) {
    return (
      <ul className="phone-rows unlisted" aria-label={label}>
        {sorted.map((row) => (
          <li key={keyOf(row)}>
            {phone(row)}
            {details?.(row)}
          </li>
        ))}
      </ul>
    )
  }
  const choose = (id: string) => setOrder({ id, isReversed: order.id === id && !order.isReversed })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="data-table scrolls-x" aria-label={label} tabIndex={0}>
      <Table aria-label={label} sx={{ minWidth: props.minWidth ?? 720 }}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.id} column={column} order={order} onChoose={choose} />
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <Fragment key={keyOf(row)}>
              <tr>
                {columns.map(({ id, cell, isNumber }) => (
                  <td key={id} className={isNumber ? 'num' : undefined}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
              {details?.(row) && (
                <tr className="row-below">
                  <td colSpan={columns.length}>{details(row)}</td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
        {props.foot && (
          <tfoot>
            <tr>
              {columns.map(({ id, isNumber }, place) => (
                <td key={id} className={isNumber ? 'num' : undefined}>
                  {props.foot?.[place]}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </Table>
    </section>
  )
}

type Order = { id: string | undefined; isReversed: boolean }
type HeadProps<Row> = { column: Column<Row>; order: Order; onChoose: (id: string) => void }

function Head<Row>({ column, order, onChoose }: HeadProps<Row>) {
  const { id, head, sort, isNumber = false, width } = column
  const className = isNumber ? 'num' : undefined
  if (head === '') {
    return <td style={{ width }} />
  }
  if (!sort) {
    return (
      <th scope="col" className={className} style={{ width }}>
        {head}
      </th>
    )
  }
  const isSorted = order.id === id
  const isAscending = !isNumber !== order.isReversed
  return (
    <th
      scope="col"
      className={className}
      style={{ width }}
      aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : 'none'}
    >
      <button
        type="button"
        className="sort-head inline-row gap-4 unpadded inherits-font no-background borderless pressable inherits-color min-height-24"
        onClick={() => onChoose(id)}
      >
        {head}
        {isSorted && (isAscending ? <ArrowUp size={12} /> : <ArrowDown size={12} />)}
      </button>
    </th>
  )
}

function sortRows<Row>(
  rows: readonly Row[],
  column: Column<Row> | undefined,
  isReversed: boolean,
  language: string,
) {
  const { sort, isNumber = false } = column ?? {}
  if (!sort) {
    return rows
  }
  const direction = isNumber === isReversed ? 1 : -1
  const { compare } = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
  return rows.toSorted((one, other) => {
    const [a, b] = [sort(one), sort(other)]
    return (
      direction * (typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b)))
    )
  })
}
