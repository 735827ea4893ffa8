import type { Document } from '#server/engine/handles.ts'
import { limits, refuseTooLarge, refuseUnreadable } from './limits.ts'
import { toRow } from './read-table.ts'
import { readZip } from './read-zip.ts'

/** Word: its text, a paragraph a line. */
export async function readDocx(bytes: Uint8Array): Promise<Document[]> {
  const packed = await repack(bytes, 'word/document.xml')
  const { default: mammoth } = await import('mammoth')
  const { value } = await mammoth.extractRawText({ buffer: Buffer.from(packed) })
  return [{ pageContent: value.trim(), metadata: {} }]
}

/** Excel: one document a row, each value under the name its column has in the first row. */
export async function readXlsx(bytes: Uint8Array): Promise<Document[]> {
  const packed = await repack(bytes, 'xl/workbook.xml')
  const { default: excel } = await import('exceljs')
  const workbook = new excel.Workbook()
  await workbook.xlsx.load(
    packed.buffer.slice(packed.byteOffset, packed.byteOffset + packed.byteLength) as ArrayBuffer,
  )
  const documents: Document[] = []
  workbook.eachSheet((sheet) => {
    let header: string[] | undefined
    sheet.eachRow((row, rowNum) => {
      const values: string[] = []
      row.eachCell({ includeEmpty: true }, (cell, column) => {
        values[column - 1] = textOfCell(cell)
      })
      if (!header) {
        header = Array.from(values, (value) => value ?? '')
        return
      }
      documents.push({ pageContent: toRow(header, values), metadata: { worksheet: sheet.name, rowNum } })
      if (documents.length > limits.rows) {
        refuseTooLarge(`it has more than ${limits.rows} rows`)
      }
    })
  })
  return documents
}

function textOfCell({ value, text }: { value: unknown; text: string }): string {
  return value instanceof Date ? value.toISOString().replace(/T00:00:00\.000Z$/, '') : String(text ?? '')
}

/** PowerPoint: one document a slide, a paragraph a line. */
export async function readPptx(bytes: Uint8Array): Promise<Document[]> {
  const parts = openOffice(bytes, 'ppt/presentation.xml')
  return [...parts]
    .flatMap(([name, part]) => {
      const number = /^ppt\/slides\/slide(\d+)\.xml$/.exec(name)?.[1]
      return number ? [{ slide: Number(number), part }] : []
    })
    .sort((a, b) => a.slide - b.slide)
    .map(({ slide, part }) => ({
      pageContent: textOfSlide(Buffer.from(part).toString('utf8')),
      metadata: { slide },
    }))
}

function textOfSlide(xml: string): string {
  return xml
    .split('</a:p>')
    .map((paragraph) =>
      [...paragraph.matchAll(/<a:t(?:\s[^>]*)?>([^<]*)<\/a:t>/g)].map(([, text = '']) => text).join(''),
    )
    .filter((line) => line.trim() !== '')
    .map(readEntities)
    .join('\n')
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function readEntities(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined
    return code === undefined ? (named[name] ?? whole) : code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}

/** Office writes no document types, and only they can make XML grow while it is read. */
function openOffice(bytes: Uint8Array, main: string) {
  const parts = readZip(bytes)
  if (!parts.has(main)) {
    refuseUnreadable('it is not a file of this kind')
  }
  for (const [name, part] of parts) {
    if (
      /\.(xml|rels)$/i.test(name) &&
      /<!(DOCTYPE|ENTITY)/i.test(Buffer.from(part.buffer, part.byteOffset, part.length).toString('latin1'))
    ) {
      refuseUnreadable('it declares entities of its own, as no office program does')
    }
  }
  return parts
}

/** Packages unpack by themselves and believe what the file says: they are given what has been unpacked safely. */
async function repack(bytes: Uint8Array, main: string): Promise<Uint8Array> {
  const { zipSync } = await import('fflate')
  const parts = [...openOffice(bytes, main)].filter(([name]) => !name.endsWith('/'))
  return zipSync(Object.fromEntries(parts), { level: 0 })
}
