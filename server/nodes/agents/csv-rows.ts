import { parseCsv } from '#server/engine/parse-csv.ts'

export type Row = Record<string, string>

/** Reads CSV rows keyed by the header line. Missing and duplicate names are numbered. */
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
