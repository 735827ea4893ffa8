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
  const plainCell = new RegExp(`([^${sign}\\r\\n]*)(${sign}|\\r?\\n|\\r|$)`, 'y')
  const cellEnd = new RegExp(`${sign}|\\r?\\n|\\r|$`, 'y')
  let line: string[] = []
  for (let place = 0; place < text.length; ) {
    const cell = readQuoted(text, place, cellEnd) ?? readPlain(text, place, plainCell)
    line.push(cell.value)
    place = cell.next
    if (cell.end !== separator) {
      lines.push(line)
      line = []
    }
  }
  return line.length > 0 ? [...lines, [...line, '']] : lines
}

function readPlain(text: string, place: number, plainCell: RegExp) {
  plainCell.lastIndex = place
  const [whole = '', plain = '', end = ''] = plainCell.exec(text) ?? []
  return { value: plain.trim(), end, next: place + whole.length }
}

/** By hand: a pattern that repeats alternatives runs out of stack in a cell of millions of letters. */
function readQuoted(text: string, place: number, cellEnd: RegExp) {
  if (text[place] !== '"') {
    return undefined
  }
  let close = text.indexOf('"', place + 1)
  while (close >= 0 && text[close + 1] === '"') {
    close = text.indexOf('"', close + 2)
  }
  cellEnd.lastIndex = close + 1
  const end = close < 0 ? undefined : cellEnd.exec(text)?.[0]
  return end === undefined
    ? undefined
    : {
        value: text.slice(place + 1, close).replaceAll('""', '"'),
        end,
        next: close + 1 + end.length,
      }
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
