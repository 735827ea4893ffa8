import { strToU8, zipSync } from 'fflate'

export function makeDocx(...paragraphs: string[]) {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('')
  return makeOffice({
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    '_rels/.rels':
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
  })
}

export function makePptx(...slides: string[]) {
  return makeOffice({
    'ppt/presentation.xml': '<p:presentation/>',
    ...Object.fromEntries(
      slides.map((text, index) => [
        `ppt/slides/slide${index + 1}.xml`,
        text
          .split('\n')
          .map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`)
          .join(''),
      ]),
    ),
  })
}

export async function makeXlsx(sheets: Record<string, (string | number | Date)[][]>) {
  const { default: excel } = await import('exceljs')
  const workbook = new excel.Workbook()
  for (const [name, rows] of Object.entries(sheets)) {
    workbook.addWorksheet(name).addRows(rows)
  }
  return new Uint8Array((await workbook.xlsx.writeBuffer()) as ArrayBuffer)
}

export function makeOffice(parts: Record<string, string>) {
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))
}

export function makePdf(...pages: string[]) {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((text, index) => {
      const stream = `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * index} 0 R >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ]
    }),
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return new TextEncoder().encode(text)
}

type Chapter = { path: string; title: string; body: string }

/** An EPUB of version 3 with a table of contents, or of version 2 with the older one. */
export function makeEpub(
  chapters: readonly Chapter[],
  { version = 3, more = {} as Record<string, string> } = {},
) {
  const items = chapters.map(
    ({ path }, index) => `<item id="c${index}" href="${path}" media-type="application/xhtml+xml"/>`,
  )
  const nav =
    version === 3
      ? '<item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>'
      : '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
  const links = chapters.map(({ path, title }) => `<li><a href="${path}#start">${title}</a></li>`)
  const points = chapters.map(
    ({ path, title }) =>
      `<navPoint><navLabel><text>${title}</text></navLabel><content src="${path}"/></navPoint>`,
  )
  const doctype =
    '<!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://www.daisy.org/z3986/2005/ncx-2005-1.dtd">'
  return makeOffice({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    'OEBPS/book.opf': `<package><manifest>${nav}${items.toReversed().join('')}</manifest><spine>${chapters
      .map((_, index) => `<itemref idref="c${index}"/>`)
      .join('')}</spine></package>`,
    ...(version === 3
      ? { 'OEBPS/nav.xhtml': `<html><body><nav><ol>${links.join('')}</ol></nav></body></html>` }
      : { 'OEBPS/toc.ncx': `${doctype}<ncx><navMap>${points.join('')}</navMap></ncx>` }),
    ...Object.fromEntries(
      chapters.map(({ path, body }) => [
        `OEBPS/${decodeURIComponent(path)}`,
        `<?xml version="1.0"?><html><head><title>The book</title></head><body>${body}</body></html>`,
      ]),
    ),
    ...more,
  })
}
