export type Row = Record<string, string>

/**
 * Rows of a CSV by the names in its first line (RFC 4180: quotes, doubled quotes, line breaks inside them). The separator is
 * whichever of `,` `;` and tab the first line has most of. Names that are missing or doubled are numbered.
 */
export function readRows(text: string): { names: string[]; rows: Row[] } {
  const clean = text.replace(/^\uFEFF/, '')
  const [head = [], ...lines] = readCells(clean, separatorOf(clean))
  const names = nameColumns(head)
  const rows = lines
    .filter((cells) => cells.some((cell) => cell !== ''))
    .map((cells) => Object.fromEntries(names.map((name, place) => [name, cells[place] ?? ''])))
  return { names, rows }
}

function separatorOf(text: string): string {
  const [first = ''] = text.split(/\r?\n/, 1)
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: first.split(sign).length }))
  return counts.toSorted((a, b) => b.count - a.count)[0]?.sign ?? ','
}

function readCells(text: string, separator: string): string[][] {
  const lines: string[][] = []
  const sign = separator === '\t' ? '\\t' : separator
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${sign}\\r\\n]*))(${sign}|\\r?\\n|\\r|$)`, 'gy')
  let line: string[] = []
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text)
    if (!found) {
      break
    }
    const [, quoted, plain = '', end] = found
    line.push(quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"'))
    if (end !== separator) {
      lines.push(line)
      line = []
    }
  }
  return line.length > 0 ? [...lines, [...line, '']] : lines
}

function nameColumns(head: readonly string[]): string[] {
  const seen = new Set<string>()
  return head.map((cell, place) => {
    const wanted = cell.trim() || `column${place + 1}`
    const name = seen.has(wanted) ? `${wanted}_${place + 1}` : wanted
    seen.add(name)
    return name
  })
}
