import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { DocumentFormat, ReadSettings } from '#server/engine/ports.ts'
import {
  makeDocx,
  makeEpub,
  makeOffice,
  makePdf,
  makePptx,
  makeXlsx,
} from '#server/testing/documents/make-documents.ts'
import { makeLockedPdf } from '#server/testing/documents/make-pdf.ts'
import { createDocumentReader } from './document-pool.ts'
import { readDocument } from './read-document.ts'

const read = (content: string | Uint8Array, format: DocumentFormat, settings: ReadSettings = {}) =>
  readDocument(typeof content === 'string' ? new TextEncoder().encode(content) : content, format, settings)

describe('parsed content', () => {
  test('of a PDF each page', async () => {
    expect(await read(makePdf('The museum opens at ten.', 'Tickets are free.'), 'pdf')).toEqual([
      {
        pageContent: 'The museum opens at ten.',
        metadata: { pdf: { totalPages: 2 }, loc: { pageNumber: 1 } },
      },
      { pageContent: 'Tickets are free.', metadata: { pdf: { totalPages: 2 }, loc: { pageNumber: 2 } } },
    ])
  })

  test('of a PDF all pages in one', async () => {
    expect(await read(makePdf('One.', 'Two.'), 'pdf', { perPage: false })).toMatchObject([
      { pageContent: 'One.\n\nTwo.' },
    ])
  })

  test('of Word its paragraphs', async () => {
    expect(await read(makeDocx('Müze saat onda açılır.', 'A &amp; B'), 'docx')).toEqual([
      { pageContent: 'Müze saat onda açılır.\n\nA & B', metadata: {} },
    ])
  })

  test('of PowerPoint each slide, in their order', async () => {
    const slides = Array.from({ length: 11 }, (_, index) => `Slide &lt;${index + 1}&gt;\nsecond line`)

    const documents = await read(makePptx(...slides), 'pptx')

    expect(documents[1]).toEqual({ pageContent: 'Slide <2>\nsecond line', metadata: { slide: 2 } })
    expect(documents).toHaveLength(11)
  })

  test('of Excel each row under the names of its columns', async () => {
    const file = await makeXlsx({
      Menu: [
        ['Dish', 'Price', 'Since'],
        ['Soup', 4.5, new Date('2026-01-02')],
        ['Tea', 1, ''],
      ],
      Empty: [],
    })

    expect(await read(file, 'xlsx')).toEqual([
      {
        pageContent: 'Dish: Soup\nPrice: 4.5\nSince: 2026-01-02',
        metadata: { worksheet: 'Menu', rowNum: 2 },
      },
      { pageContent: 'Dish: Tea\nPrice: 1', metadata: { worksheet: 'Menu', rowNum: 3 } },
    ])
  })

  test('of CSV each row, with quotes, line ends and semicolons as spreadsheets write them', async () => {
    const text = '\ufeffDish;Note\r\n"Soup; hot";"says ""hi""\nto you"\r\n\r\nTea;\r\n'

    expect((await read(text, 'csv')).map(({ pageContent }) => pageContent)).toEqual([
      'Dish: Soup; hot\nNote: says "hi"\nto you',
      'Dish: Tea',
    ])
    expect((await read(text, 'csv', { select: 'Dish' })).map(({ pageContent }) => pageContent)).toEqual([
      'Soup; hot',
      'Tea',
    ])
    await expect(read(text, 'csv', { select: 'Price' })).rejects.toThrow('no column named Price')
  })

  test('of JSON all texts, or those under pointers', async () => {
    const text = JSON.stringify([
      { title: 'A', body: { text: 'a', more: ['x', 1] } },
      { title: 'B', body: { text: 'b' } },
    ])
    const texts = async (select?: string) =>
      (await read(text, 'json', { select })).map((each) => each.pageContent)

    expect(await texts()).toEqual(['A', 'a', 'x', 'B', 'b'])
    expect(await texts('/body/text, title')).toEqual(['a', 'b', 'A', 'B'])
    expect(await texts('/constructor')).toEqual([])
    await expect(read('{', 'json')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('of JSON Lines the text under the pointer', async () => {
    expect(await read('{"html":"one"}\n\n{"html":2}\n', 'jsonl', { select: 'html' })).toEqual([
      { pageContent: 'one', metadata: { line: 1 } },
      { pageContent: '2', metadata: { line: 3 } },
    ])
    await expect(read('{"a":1}\nnot', 'jsonl', { select: 'a' })).rejects.toThrow('line 2 is not valid JSON')
  })

  test('of a web page its visible text', async () => {
    const page = `<html><head><title> Museum </title><style>p{}</style></head><body><nav><a href="/hours">Hours</a></nav>
      <h1>Welcome</h1><p>Open   at<br>ten.</p><script>steal()</script></body></html>`

    expect(await read(page, 'html')).toEqual([
      {
        pageContent: 'Hours\nWelcome\nOpen at\nten.',
        metadata: { title: 'Museum', links: ['/hours'] },
        marks: [{ at: 6, heading: 'Welcome' }],
      },
    ])
    expect(await read(page, 'html', { select: 'h1' })).toMatchObject([{ pageContent: 'Welcome' }])
    expect((await read('<h1>Hi</h1><ul><li>a</li></ul>', 'htmlAsMarkdown'))[0]?.pageContent).toBe(
      '# Hi\n\n-   a',
    )
  })

  test('of EPUB each chapter in reading order, with its title', async () => {
    const chapters = [
      { path: 'cover.xhtml', title: 'Cover', body: '<img src="cover.png"/>' },
      { path: 'text/b%20two.xhtml', title: 'The hall', body: '<h1>\n  Hall\n</h1><p>Open at ten.</p>' },
      { path: 'text/a.xhtml', title: 'The garden', body: '<p>Free.</p>' },
    ]

    for (const version of [2, 3]) {
      expect(await read(makeEpub(chapters, { version }), 'epub')).toEqual([
        {
          pageContent: 'Hall\n\nOpen at ten.',
          metadata: { chapter: 'The hall' },
          marks: [{ at: 0, heading: 'Hall' }],
        },
        { pageContent: 'Free.', metadata: { chapter: 'The garden' } },
      ])
    }
    expect(await read(makeEpub(chapters), 'epub', { perPage: false })).toEqual([
      {
        pageContent: 'Hall\n\nOpen at ten.\n\nFree.',
        metadata: {},
        marks: [{ at: 0, heading: 'Hall' }],
      },
    ])
  })

  test('texts in older encodings', async () => {
    expect((await read(Buffer.from([0x4d, 0xfc, 0x7a, 0x65, 0xfe]), 'text'))[0]?.pageContent).toBe('Müzeş')
    expect((await read(Buffer.from('\ufeffMüze', 'utf16le'), 'text'))[0]?.pageContent).toBe('Müze')
    await expect(read(Buffer.from([1, 0, 2]), 'text')).rejects.toThrow('it is not a text')
  })
})

describe('headings are marked', () => {
  test('of Word by the names of their styles, in any language, and by outline levels', async () => {
    const style = (id: string, name: string) =>
      `<w:style w:styleId="${id}"><w:name w:val="${name}"/></w:style>`
    const paragraph = (properties: string, text: string) =>
      `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
    const file = makeOffice({
      'word/styles.xml': `<w:styles>${style('KonuBal', 'Title')}${style('Balk1', 'heading 1')}${style('Norm', 'Normal')}</w:styles>`,
      'word/document.xml': `<w:document>${paragraph('<w:pStyle w:val="KonuBal"/>', 'Guide')}${paragraph(
        '<w:pStyle w:val="Balk1"/>',
        'Hours',
      )}${paragraph('<w:pStyle w:val="Norm"/>', 'At ten.')}${paragraph('<w:outlineLvl w:val="1"/>', 'Winter')}</w:document>`,
    })

    expect(await read(file, 'docx')).toEqual([
      {
        pageContent: 'Guide\n\nHours\n\nAt ten.\n\nWinter',
        metadata: {},
        marks: [
          { at: 0, heading: 'Guide' },
          { at: 7, heading: 'Guide > Hours' },
          { at: 23, heading: 'Guide > Hours > Winter' },
        ],
      },
    ])
  })

  test('of web pages and Markdown', async () => {
    const [page] = await read(
      '<body><p>Menu</p><h1>Museum</h1><h2></h2><p>Big.</p><h2><span>\n Hours </span></h2><p>Ten.</p></body>',
      'html',
    )

    expect(page?.pageContent).not.toMatch(/[\ufdd0-\ufdef]/)
    expect(
      page?.marks?.map(({ at, heading }) => [page.pageContent.slice(at).split('\n')[0], heading]),
    ).toEqual([
      ['Museum', 'Museum'],
      ['Hours', 'Museum > Hours'],
    ])
    expect(await read('# A\n\n## B\nb', 'markdown')).toMatchObject([
      { pageContent: '# A\n\n## B\nb', marks: [{ heading: 'A' }, { heading: 'A > B' }] },
    ])
    expect(await read('<h1>A</h1><p>a</p>', 'htmlAsMarkdown')).toMatchObject([{ marks: [{ heading: 'A' }] }])
  })
})

describe('hostile documents are rejected', () => {
  const billionLaughs =
    '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><w:document>&b;</w:document>'

  test.each<[string, () => Uint8Array | Promise<Uint8Array>, DocumentFormat, string]>([
    ['a bomb: 300 MB in 300 kB', () => aBomb(), 'docx', 'unpacked it is larger than 100 MB'],
    ['a bomb that lies about its size', () => aBomb(10), 'docx', 'unpacked it is larger than 100 MB'],
    [
      'entities of its own',
      () => makeOffice({ 'word/document.xml': billionLaughs }),
      'docx',
      'declares entities',
    ],
    [
      'a PDF with another ending',
      () => makePdf('x'),
      'docx',
      'is a PDF file with the wrong ending. Rename it to end in .pdf',
    ],
    ['a Word file with another ending', () => makeDocx('x'), 'pptx', 'is a Word file with the wrong ending'],
    ['a Word file as a text', () => makeDocx('x'), 'text', 'is a Word file with the wrong ending'],
    ['an office file of no kind', () => makeOffice({ 'a.xml': '' }), 'pptx', 'not a file of this kind'],
    ['an archive', () => makeOffice({ 'a.xml': '' }), 'csv', 'is an archive. Unpack it'],
    ['a picture', () => Buffer.from('89504e470d0a1a0a', 'hex'), 'pdf', 'is a picture'],
    [
      'an older office file',
      () => Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      'docx',
      'protected with a password, or in',
    ],
    ['nothing', () => Buffer.of(), 'docx', 'not an office file'],
    ['a part of 4 GB in 300 bytes', () => claiming(0xffff_fff0), 'docx', 'claims to be larger than the file'],
    [
      'a sheet of a million rows',
      () => aLongSheet(1_000_000),
      'xlsx',
      'it has more than 200000 rows. Split it',
    ],
    ['an EPUB with copy protection', () => aProtectedBook(), 'epub', 'is protected against copying'],
    ['a damaged list of parts', () => damaged(), 'docx', 'damaged'],
    ['a PDF that is none', () => Buffer.from('hello'), 'pdf', 'damaged or not a PDF'],
    ['a PDF of nothing', () => Buffer.from('%PDF-1.4\n%%EOF'), 'pdf', 'damaged'],
    ['a file beyond the limit', () => Buffer.alloc(50_000_001, 65), 'text', 'larger than 50 MB'],
  ])('%s', async (_, make, format, sentence) => {
    const error = await read(await make(), format).catch((caught: unknown) => caught)

    expect(error).toMatchObject({ name: 'AppError', message: expect.stringContaining(sentence) })
    expect(['TOO_LARGE', 'INVALID_INPUT']).toContain((error as { code: string }).code)
  })
})

describe('in a separate process', () => {
  test('documents are read, and errors come back unchanged', async () => {
    const readThere = createDocumentReader()

    const [good, bad, after] = await Promise.allSettled([
      readThere(makePdf('Ten.'), 'pdf'),
      readThere(Buffer.from('{'), 'json'),
      readThere(Buffer.from('fine'), 'text'),
    ])

    expect(good).toMatchObject({ value: [{ pageContent: 'Ten.' }] })
    expect(bad).toMatchObject({ reason: { code: 'INVALID_INPUT' } })
    expect(after).toMatchObject({ value: [{ pageContent: 'fine' }] })
  })

  test('an error names the file', async () => {
    const readThere = createDocumentReader()

    await expect(readThere(makeLockedPdf(), 'pdf', { name: 'prices.pdf' })).rejects.toThrow(
      'prices.pdf is protected with a password. Remove the password and add it again.',
    )
    await expect(readThere(makeLockedPdf(), 'pdf')).rejects.toThrow('The document is protected')
  })

  test('a document that takes too long is aborted, and the next one is read', async () => {
    const readThere = createDocumentReader({ allowance: { timeMs: 1 } })

    await expect(readThere(makePdf(...Array(300).fill('page')), 'pdf')).rejects.toMatchObject({
      code: 'TIMED_OUT',
    })
    await expect(createDocumentReader()(Buffer.from('fine'), 'text')).resolves.toHaveLength(1)
  })
})

/** A zip part of 300 MB of zeros. `claimed` is the size in its header. */
function aBomb(claimed?: number) {
  const nothing = Buffer.alloc(300_000_000)
  const packed = deflateRawSync(nothing)
  const name = Buffer.from('word/document.xml')
  const sizes = (mark: number, head: number[]) => {
    const bytes = Buffer.alloc(head.length)
    bytes.set(head)
    bytes.writeUInt32LE(mark, 0)
    return bytes
  }
  const local = sizes(0x04034b50, Array(30).fill(0))
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(claimed ?? nothing.length, 22)
  local.writeUInt16LE(name.length, 26)
  const entry = sizes(0x02014b50, Array(46).fill(0))
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt32LE(claimed ?? nothing.length, 24)
  entry.writeUInt16LE(name.length, 28)
  const end = sizes(0x06054b50, Array(22).fill(0))
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length + name.length, 12)
  end.writeUInt32LE(local.length + name.length + packed.length, 16)
  return Buffer.concat([local, name, packed, entry, name, end])
}

/** A Word file whose list of parts gives this packed size. */
function claiming(size: number) {
  const file = Buffer.from(makeDocx('x'))
  file.writeUInt32LE(size, file.indexOf(Buffer.from('504b0102', 'hex')) + 20)
  return file
}

function aLongSheet(rows: number) {
  return makeOffice({
    'xl/workbook.xml': '<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet>${'<row><c><v>1</v></c></row>'.repeat(rows)}</worksheet>`,
  })
}

function aProtectedBook() {
  return makeEpub([{ path: 'a.xhtml', title: 'A', body: 'x' }], {
    more: {
      'META-INF/encryption.xml':
        '<encryption><enc:EncryptedData><enc:CipherData><enc:CipherReference URI="OEBPS/a.xhtml"/></enc:CipherData></enc:EncryptedData></encryption>',
    },
  })
}

function damaged() {
  const file = Buffer.from(makeDocx('x'))
  file.fill(0xff, file.length - 8, file.length - 2)
  return file
}
