import { parseCsv } from '#server/engine/parse-csv.ts'

export type Row = Record<string, string>

/** Rows of a CSV file by the names in its first line. Names that are missing or doubled are numbered. */
export function readRows(text: string): { names: string[]; rows: Row[] } {
  const [head = [], ...lines] = parseCsv(text)
  const names = nameColumns(head)
  const rows = lines.map((cells) =>
    Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])),
  )
  return { names, rows }
}

function nameColumns(head: readonly string[]): string[] {
  const seen = new Set<string>()
  return head.map((cell, index) => {
    const target = cell.trim() || `column${index + 1}`
    const name = seen.has(target) ? `${target}_${index + 1}` : target
    seen.add(name)
    return name
  })
}
