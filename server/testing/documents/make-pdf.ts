import { deflateSync } from 'node:zlib'

/** A text at a distance from the left and the bottom of a page of 612 × 792 points. */
export type PlacedText = { text: string; x: number; y: number; size?: number }

const HELVETICA = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'

/** A PDF with these texts on its pages. `trailer` is added to the trailer: `/Encrypt 9 0 R`. */
export function makePlacedPdf(pages: readonly PlacedText[][], { trailer = '', isPacked = false } = {}) {
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ')
  const objects: (string | Buffer)[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`,
    HELVETICA,
    ...pages.flatMap((texts, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * index} 0 R >>`,
      toStream(texts, isPacked),
    ]),
  ]
  return joinObjects(objects, trailer)
}

function toStream(texts: readonly PlacedText[], isPacked: boolean): Buffer {
  const content = texts
    .map(
      ({ text, x, y, size = 10 }) =>
        `BT /F1 ${size} Tf ${x} ${y} Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`,
    )
    .join('\n')
  const bytes = isPacked ? deflateSync(Buffer.from(content, 'latin1')) : Buffer.from(content, 'latin1')
  const filter = isPacked ? ' /Filter /FlateDecode' : ''
  return Buffer.concat([
    Buffer.from(`<< /Length ${bytes.length}${filter} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])
}

function joinObjects(objects: readonly (string | Buffer)[], trailer: string): Uint8Array {
  const pieces: Buffer[] = [Buffer.from('%PDF-1.4\n')]
  let size = pieces[0]?.length ?? 0
  const places: number[] = []
  const add = (piece: string | Buffer) => {
    const bytes = typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece
    pieces.push(bytes)
    size += bytes.length
  }
  for (const [index, object] of objects.entries()) {
    places.push(size)
    add(`${index + 1} 0 obj\n`)
    add(object)
    add('\nendobj\n')
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const start = size
  add(
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`,
  )
  return new Uint8Array(Buffer.concat(pieces))
}

/** Lines below each other, from `y` down. */
export function placeLines(
  lines: readonly string[],
  x: number,
  y: number,
  size = 10,
  pitch = 1.2,
): PlacedText[] {
  return lines.map((text, index) => ({ text, x, y: y - index * size * pitch, size }))
}

/** The owner and the user key belong to an unknown password. */
export function makeLockedPdf() {
  const key = 'ab'.repeat(32)
  const encrypt = `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${key}> /U <${key}> /P -44 >> /ID [<${key}> <${key}>]`
  return makePlacedPdf([[{ text: 'Secret', x: 72, y: 720 }]], { trailer: encrypt })
}

/** Pages with drawings only, as of a scanned paper. */
export const makeScannedPdf = (pages = 2) => makePlacedPdf(Array.from({ length: pages }, () => []))

/** A book of two columns with a heading and a table on each page: 5 MB for 500 pages. */
export function makeBook(pages: number) {
  const words = 'museum hall vase clay winter ticket guide garden bronze statue summer opening visitor'.split(
    ' ',
  )
  const lines = (seed: number) =>
    Array.from({ length: 57 }, (_, line) =>
      Array.from({ length: 8 }, (_, index) => words[(seed + line * 7 + index * 5) % words.length]).join(' '),
    )
  return makePlacedPdf(
    Array.from({ length: pages }, (_, page) => [
      { text: `Chapter ${page + 1}`, x: 72, y: 740, size: 18 },
      ...placeLines(lines(page), 72, 710, 8),
      ...placeLines(lines(page + 3), 320, 710, 8),
      ...[140, 126, 112, 98].flatMap((y, row) =>
        ['Room', 'Open', 'Price'].map((name, column) => ({
          text: `${name} ${row}`,
          x: 72 + 150 * column,
          y,
        })),
      ),
    ]),
  )
}
