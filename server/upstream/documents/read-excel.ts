import { posix } from 'node:path'
import type { Document } from '#server/engine/handles.ts'
import { rejectTooLarge } from './limits.ts'
import { openOffice, type Parts } from './read-office.ts'
import { createTableBudget, toRow } from './read-table.ts'
import { readXml } from './read-xml.ts'

type Sheet = { name: string; part: Uint8Array }
type Book = { texts: string[]; dateStyles: Set<number>; is1904: boolean }
type Cell = { column: number; type: string; style: number; value: string }

const LAST_COLUMN = 16_384

/** Excel: one document per row, each value under its column's name from the first row. */
export function readXlsx(bytes: Uint8Array): Document[] {
  const parts = openOffice(bytes, 'xl/workbook.xml')
  const { sheets, is1904 } = readWorkbook(parts)
  const texts = readTexts(parts.get('xl/sharedStrings.xml'))
  const book = { texts, dateStyles: readDateStyles(parts.get('xl/styles.xml')), is1904 }
  const count = createTableBudget()
  return sheets.flatMap(({ name, part }) => {
    const documents: Document[] = []
    let header: string[] | undefined
    readRows(part, book, (values, rowNum) => {
      count(values.length)
      if (header) {
        documents.push({ pageContent: toRow(header, values), metadata: { worksheet: name, rowNum } })
      } else {
        header = values
      }
    })
    return documents
  })
}

function readWorkbook(parts: Parts): { sheets: Sheet[]; is1904: boolean } {
  const targets = new Map<string, string>()
  readXml(parts.get('xl/_rels/workbook.xml.rels') ?? new Uint8Array(), {
    open(name, { Id = '', Target = '' }) {
      if (localName(name) === 'Relationship') {
        targets.set(Id, posix.resolve('/xl', Target).slice(1))
      }
    },
  })
  const sheets: Sheet[] = []
  let is1904 = false
  readXml(parts.get('xl/workbook.xml') ?? new Uint8Array(), {
    open(name, attributes) {
      if (localName(name) === 'workbookPr') {
        is1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
      }
      const part = localName(name) === 'sheet' && parts.get(targets.get(attributes['r:id'] ?? '') ?? '')
      if (part) {
        sheets.push({ name: attributes.name ?? '', part })
      }
    },
  })
  return { sheets, is1904 }
}

/** The shared strings that cells refer to by index. */
function readTexts(part: Uint8Array = new Uint8Array()): string[] {
  const texts: string[] = []
  let pieces: string[] = []
  const read = textReader((text) => pieces.push(text))
  readXml(part, {
    ...read,
    close(name) {
      read.close(name)
      if (localName(name) === 'si') {
        texts.push(pieces.join(''))
        pieces = []
      }
    },
  })
  return texts
}

/** Collects text elements without phonetic guides. */
function textReader(add: (text: string) => void) {
  let isText = false
  let phonetics = 0
  return {
    open(name: string) {
      const local = localName(name)
      phonetics += local === 'rPh' ? 1 : 0
      isText = local === 't' && phonetics === 0
    },
    text(text: string) {
      if (isText) {
        add(text)
      }
    },
    close(name: string) {
      isText = false
      phonetics -= localName(name) === 'rPh' ? 1 : 0
    },
  }
}

const isDateFormat = (id: number, code: string | undefined) =>
  code === undefined
    ? (id >= 14 && id <= 22) || (id >= 45 && id <= 47)
    : /[dmyhs]/i.test(code.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, ''))

function readDateStyles(part: Uint8Array = new Uint8Array()): Set<number> {
  const codes = new Map<number, string>()
  const styles = new Set<number>()
  let isCells = false
  let count = 0
  readXml(part, {
    open(name, { numFmtId, formatCode = '' }) {
      const local = localName(name)
      if (local === 'numFmt') {
        codes.set(Number(numFmtId), formatCode)
      } else if (local === 'cellXfs') {
        isCells = true
      } else if (local === 'xf' && isCells) {
        if (isDateFormat(Number(numFmtId), codes.get(Number(numFmtId)))) {
          styles.add(count)
        }
        count += 1
      }
    },
    close(name) {
      isCells &&= localName(name) !== 'cellXfs'
    },
  })
  return styles
}

function readRows(part: Uint8Array, book: Book, add: (values: string[], rowNum: number) => void) {
  let rowNum = 0
  let values: string[] = []
  let cell: Cell | undefined
  let isValue = false
  const inline = textReader((text) => {
    if (cell) {
      cell.value += text
    }
  })

  function open(name: string, attributes: Record<string, string>) {
    const local = localName(name)
    if (local === 'row') {
      rowNum = Number(attributes.r) || rowNum + 1
      values = []
    } else if (local === 'c') {
      const { r, t = 'n', s = '0' } = attributes
      cell = { column: columnOf(r) ?? values.length, type: t, style: Number(s), value: '' }
    }
    isValue = local === 'v'
    inline.open(name)
  }

  function text(text: string) {
    if (isValue && cell) {
      cell.value += text
    }
    inline.text(text)
  }

  function close(name: string) {
    const local = localName(name)
    isValue = false
    inline.close(name)
    if (local === 'c' && cell) {
      put(values, cell, book)
      cell = undefined
    } else if (local === 'row' && values.some((value) => value !== '')) {
      add(values, rowNum)
    }
  }

  readXml(part, { open, text, close })
}

function put(values: string[], cell: Cell, book: Book) {
  if (cell.column >= LAST_COLUMN) {
    rejectTooLarge(`it has more than ${LAST_COLUMN} columns`)
  }
  while (values.length < cell.column) {
    values.push('')
  }
  values[cell.column] = textOfCell(cell, book)
}

function textOfCell({ type, style, value }: Cell, { texts, dateStyles, is1904 }: Book): string {
  switch (type) {
    case 's':
      return texts[Number(value)] ?? ''
    case 'b':
      return value === '1' ? 'true' : 'false'
    case 'n':
      return value !== '' && dateStyles.has(style) ? textOfDate(Number(value), is1904) : numberText(value)
    default:
      return value
  }
}

const DAY_MS = 86_400_000
const daysTo1970 = (is1904: boolean) => (is1904 ? 24_107 : 25_569)

function textOfDate(days: number, is1904: boolean): string {
  const date = new Date(Math.round((days - daysTo1970(is1904)) * DAY_MS))
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().replace(/T00:00:00\.000Z$/, '')
}

/** Readable numbers: files hold 0.30000000000000004 and 1E-3. */
function numberText(value: string): string {
  const number = Number(value)
  return value === '' || Number.isNaN(number) ? value : String(Number(number.toPrecision(15)))
}

/** Column index of a reference: `AB12` is column 27. */
function columnOf(reference: string | undefined): number | undefined {
  const characters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  return characters === undefined
    ? undefined
    : [...characters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
