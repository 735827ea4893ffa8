import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import type { DocumentFormat } from '#server/engine/ports.ts'
import { makeEpub, makeOffice } from './make-documents.ts'

export type HostileDocument = { name: string; format: DocumentFormat; bytes: Uint8Array }

const MEGABYTE = 1_000_000
const rels = (type: string, target: string) =>
  `<Relationships><Relationship Id="r1" Type="http://x/${type}" Target="${target}"/></Relationships>`
const utf8 = (text: string) => new TextEncoder().encode(text)

/** Files designed to exhaust a reader, one of each known kind. Built on demand; none exceeds a few megabytes. */
export function makeHostileDocuments(): HostileDocument[] {
  return [
    html('nested', '<div>'.repeat(MEGABYTE / 5)),
    html('overlapping', overlapping()),
    html('attributes', `<p ${Array.from({ length: 150_000 }, (_, index) => `a${index}`).join(' ')}>x`),
    html('formatting', `${'<b><i><u><s>'.repeat(20_000)}${'<p>x'.repeat(100_000)}`),
    html('elements', '<i></i>'.repeat(700_000)),
    { ...html('markdown', '<blockquote>'.repeat(MEGABYTE / 12)), format: 'htmlAsMarkdown' },
    { ...html('lists', '<ul><li>'.repeat(200)), format: 'htmlAsMarkdown' },
    word('deep', `<w:document>${'<w:tbl>'.repeat(200_000)}`),
    word(
      'attributes',
      `<w:document ${Array.from({ length: 100_000 }, (_, index) => `a${index}="1"`).join(' ')}/>`,
    ),
    { name: 'bomb.docx', format: 'docx', bytes: bomb('word/document.xml', 500 * MEGABYTE) },
    { name: 'liar.docx', format: 'docx', bytes: bomb('word/document.xml', 500 * MEGABYTE, 10) },
    { name: 'pictures.docx', format: 'docx', bytes: bomb('word/media/image1.png', 500 * MEGABYTE) },
    sheet('columns', Array.from({ length: 20_000 }, (_, row) => cell(`XFD${row + 1}`)).join('')),
    sheet('merged', cell('A1'), '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>'),
    sheet(
      'validated',
      cell('A1'),
      '<dataValidations><dataValidation sqref="A1:XFD1048576"/></dataValidations>',
    ),
    {
      name: 'slides.pptx',
      format: 'pptx',
      bytes: makeOffice({ 'ppt/presentation.xml': '<p/>', 'ppt/slides/slide1.xml': '<a:t '.repeat(400_000) }),
    },
    { name: 'bomb.pdf', format: 'pdf', bytes: pdfBomb(400 * MEGABYTE) },
    { name: 'tree.pdf', format: 'pdf', bytes: pdfOfNestedPages(20_000) },
    { name: 'runs.pdf', format: 'pdf', bytes: pdfOfTexts(60_000) },
    { name: 'bomb.epub', format: 'epub', bytes: bomb('META-INF/container.xml', 500 * MEGABYTE) },
    { name: 'spine.epub', format: 'epub', bytes: bookOfReferences(200_000) },
    {
      name: 'contents.epub',
      format: 'epub',
      bytes: makeEpub([{ path: 'a.xhtml', title: '<li>'.repeat(200_000), body: 'x' }]),
    },
    {
      name: 'styles.docx',
      format: 'docx',
      bytes: makeOffice({
        'word/document.xml': '<w:document/>',
        'word/styles.xml': '<w:style>'.repeat(400_000),
      }),
    },
    { name: 'headings.md', format: 'markdown', bytes: utf8('# x\n'.repeat(MEGABYTE)) },
    { name: 'cell.csv', format: 'csv', bytes: utf8(`a,b\n"${'x'.repeat(9 * MEGABYTE)}`) },
    { name: 'plain-cell.csv', format: 'csv', bytes: utf8(`a,b\n${'x'.repeat(9 * MEGABYTE)}`) },
    { name: 'wide.csv', format: 'csv', bytes: utf8(`${','.repeat(500_000)}\n${'x\n'.repeat(150_000)}`) },
    { name: 'deep.json', format: 'json', bytes: utf8(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) },
    { name: 'deep.jsonl', format: 'jsonl', bytes: utf8(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`) },
    { name: 'lists.json', format: 'json', bytes: utf8(`[${'[],'.repeat(3 * MEGABYTE)}[]]`) },
  ]
}

const html = (name: string, text: string): HostileDocument => ({
  name: `${name}.html`,
  format: 'html',
  bytes: utf8(text),
})

const word = (name: string, xml: string): HostileDocument => ({
  name: `${name}.docx`,
  format: 'docx',
  bytes: makeOffice({ 'word/document.xml': xml, '_rels/.rels': rels('officeDocument', 'word/document.xml') }),
})

const cell = (place: string) => `<row r="${place.replace(/\D/g, '')}"><c r="${place}"><v>1</v></c></row>`

const sheet = (name: string, rows: string, more = ''): HostileDocument => ({
  name: `${name}.xlsx`,
  format: 'xlsx',
  bytes: makeOffice({
    'xl/workbook.xml': '<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': rels('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `<worksheet><dimension ref="A1:XFD1048576"/><sheetData>${rows}</sheetData>${more}</worksheet>`,
  }),
})

/** Browsers reopen every unclosed format in each paragraph, so the number of elements grows quadratically. */
function overlapping() {
  const fonts = Array.from({ length: 400 }, (_, size) => `<font size=${size}>`).join('')
  return `${fonts}${'<p>x'.repeat(200_000)}`
}

/** Zeros, packed one megabyte at a time: after a full flush each piece can follow any other. */
function packZeros(size: number) {
  const zeros = Buffer.alloc(MEGABYTE)
  const piece = deflateRawSync(zeros, { finishFlush: constants.Z_FULL_FLUSH })
  const pieces = Array.from({ length: size / MEGABYTE - 1 }, () => piece)
  return Buffer.concat([...pieces, deflateRawSync(zeros)])
}

function bomb(part: string, size: number, claimed = size) {
  const packed = packZeros(size)
  const name = Buffer.from(part)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(claimed, 22)
  local.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt32LE(claimed, 24)
  entry.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length + name.length, 12)
  end.writeUInt32LE(local.length + name.length + packed.length, 16)
  return Buffer.concat([local, name, packed, entry, name, end])
}

function pdfBomb(size: number) {
  const stream = deflateSync(Buffer.alloc(size, 'BT (x) Tj ET '))
  return pdf([
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    ['<< /Type /Pages /Count 1 /Kids [3 0 R] >>'],
    ['<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>'],
    [`<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`, stream, '\nendstream'],
  ])
}

function pdfOfNestedPages(depth: number) {
  const nodes = Array.from({ length: depth }, (_, index) => [
    `<< /Type /Pages /Count 1 /Kids [${index + 3} 0 R] /Parent ${index + 1} 0 R >>`,
  ])
  return pdf([['<< /Type /Catalog /Pages 2 0 R >>'], ...nodes, ['<< /Type /Pages /Count 1 /Kids [2 0 R] >>']])
}

/** Short texts all over a page, in no order. */
function pdfOfTexts(count: number) {
  const texts = Array.from(
    { length: count },
    (_, index) => `1 0 0 1 ${(index * 7919) % 600} ${(index * 104_729) % 780} Tm (x${index % 10}) Tj`,
  )
  const stream = deflateSync(Buffer.from(`BT /F1 4 Tf ${texts.join('\n')} ET`))
  return pdf([
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    ['<< /Type /Pages /Count 1 /Kids [3 0 R] >>'],
    [
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>',
    ],
    [`<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`, stream, '\nendstream'],
  ])
}

/** A book whose reading order repeats one chapter. */
function bookOfReferences(count: number) {
  return makeOffice({
    'META-INF/container.xml': '<container><rootfile full-path="book.opf"/></container>',
    'book.opf': `<package><item id="c" href="a.xhtml"/>${'<itemref idref="c"/>'.repeat(count)}</package>`,
    'a.xhtml': '<p>x</p>',
  })
}

function pdf(objects: (string | Uint8Array)[][]) {
  const pieces: Uint8Array[] = [utf8('%PDF-1.4\n')]
  for (const [index, object] of objects.entries()) {
    pieces.push(
      utf8(`${index + 1} 0 obj\n`),
      ...object.map((each) => (typeof each === 'string' ? utf8(each) : each)),
    )
    pieces.push(utf8('\nendobj\n'))
  }
  pieces.push(utf8(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\n%%EOF\n`))
  return Buffer.concat(pieces)
}
