import type { DatabaseRows } from '#server/engine/ports.ts'

const maxLength = 20_000

export function showTable({ columns, rows, isCut }: DatabaseRows): string {
  if (rows.length === 0) {
    return `${columns.join(' | ')}\n(no rows)`
  }
  const lines = rows.map((row) => row.map((value) => toCell(value)).join(' | '))
  const text = [columns.join(' | '), ...lines].join('\n')
  const cut = text.length > maxLength ? text.slice(0, maxLength) : text
  return isCut || cut !== text ? `${cut}\n(there are more rows)` : cut
}

function toCell(value: unknown) {
  return typeof value === 'string'
    ? value.replace(/\s+/g, ' ')
    : value === null
      ? 'NULL'
      : JSON.stringify(value)
}
