import { describe, expect, test } from 'vitest'
import {
  makeBook,
  makeLockedPdf,
  makePlacedPdf,
  makeScannedPdf,
  type PlacedText,
  placeLines,
} from '#server/testing/documents/make-pdf.ts'
import { createDocumentReader } from './document-pool.ts'
import { readPdf } from './read-pdf.ts'

const textOf = async (page: PlacedText[]) => (await readPdf(makePlacedPdf([page]), true))[0]?.pageContent

const leftLines = [
  'The museum opens every day at ten in the',
  'morning and closes at six in the evening,',
  'except on Mondays, when it stays closed.',
  'Visitors may bring their own lunch and',
]
const rightLines = [
  'eat it in the garden behind the old hall.',
  'Tickets are sold at the gate and online,',
  'and children below six years enter free.',
  'Guided tours start at noon.',
]

describe('reading order', () => {
  test('of two columns: the left one first, whatever the order in the file and the baselines', async () => {
    const left = placeLines(leftLines, 60, 700)
    for (const shift of [0, 5]) {
      const right = placeLines(rightLines, 320, 700 - shift)
      const mixed = left.flatMap((line, index) => [right[index] as PlacedText, line])

      expect(await textOf(mixed)).toBe([...leftLines, ...rightLines].join('\n'))
    }
  })

  test('of three columns', async () => {
    const columns = [40, 230, 420].map((x, column) =>
      placeLines(
        [
          'first line of the column',
          'second line of the column',
          'third line of the column',
          'the end of it.',
        ].map((line) => `${line} ${column}.`),
        x,
        700,
      ),
    )

    const text = await textOf(columns.flat())

    expect(text?.match(/ \d\./g)?.join('')).toBe(' 0. 0. 0. 0. 1. 1. 1. 1. 2. 2. 2. 2.')
  })

  test('of columns under a title and over a line of full width', async () => {
    const title = { text: 'A title that covers both of the columns of this page', x: 60, y: 740, size: 20 }
    const close = {
      text: 'A closing line that covers both columns of the page, from one edge to the other, and so on.',
      x: 60,
      y: 600,
    }

    const text = await textOf([
      ...placeLines(rightLines, 320, 700),
      close,
      ...placeLines(leftLines, 60, 700),
      title,
    ])

    expect(text?.split('\n\n').map((block) => block.slice(0, 9))).toEqual([
      'A title t',
      'The museu',
      'A closing',
    ])
    expect(text).toContain('lunch and\neat it in')
  })

  test('of a note beside the text: after the text', async () => {
    const lines = Array.from(
      { length: 12 },
      (_, line) => `Line ${line} of a text that is as long as prose is.`,
    )
    const note = ['See also', 'the hall', 'and the', 'garden.']

    const text = await textOf([...placeLines(note, 420, 695, 8), ...placeLines(lines, 60, 700)])

    expect(text).toBe(`${lines.join('\n')}\n\n${note.join('\n')}`)
  })

  test('of a form: each label with its value', async () => {
    const labels = placeLines(['Date', 'Number', 'Due'], 60, 700)
    const values = placeLines(['2026-01-01', '17', '2026-02-01'], 200, 700.5)

    expect(await textOf([...labels, ...values])).toBe('Date | 2026-01-01\nNumber | 17\nDue | 2026-02-01')
  })

  test('of a table across two columns: after the columns above it', async () => {
    const table = [0, 1, 2].flatMap((row) =>
      [60, 200, 340, 480].map((x, column) => ({ text: `c${row}${column}`, x, y: 600 - 14 * row })),
    )

    const text = await textOf([
      ...table,
      ...placeLines(rightLines, 320, 700),
      ...placeLines(leftLines, 60, 700),
    ])

    expect(
      text?.endsWith('start at noon.\n\nc00 | c01 | c02 | c03\nc10 | c11 | c12 | c13\nc20 | c21 | c22 | c23'),
    ).toBe(true)
    expect(text?.startsWith(leftLines.join('\n'))).toBe(true)
  })
})

describe('tables', () => {
  test('keep one line per row, with empty cells and cells of two lines', async () => {
    const rows = [
      ['Room', 'Hours', 'Price'],
      ['Hall of clay', '10-18', '5'],
      ['Garden', '', '0'],
      ['Tower', 'by request', '12'],
    ]
    const page = rows.flatMap((row, index) =>
      row.flatMap((text, column) => (text ? [{ text, x: 60 + 150 * column, y: 700 - 30 * index }] : [])),
    )

    expect(await textOf([...page, { text: 'of groups', x: 210, y: 598 }])).toBe(
      'Room | Hours | Price\nHall of clay | 10-18 | 5\nGarden |  | 0\nTower | by request of groups | 12',
    )
  })

  test('stand apart from the text around them', async () => {
    const before = { text: 'The prices of this year are shown in the table below, in lira.', x: 60, y: 700 }
    const after = { text: 'All prices include the tax and one cup of tea in the garden.', x: 60, y: 652 }
    const table = [684, 668].flatMap((y, row) => [
      { text: row === 0 ? 'Ticket' : 'Adults', x: 60, y },
      { text: row === 0 ? 'Price' : '100', x: 260, y },
    ])

    expect(await textOf([before, after, ...table])).toBe(
      `${before.text}\n\nTicket | Price\nAdults | 100\n\n${after.text}`,
    )
  })

  test('are no lists', async () => {
    const list = ['1.', '2.', '3.'].flatMap((text, index) => [
      { text, x: 60, y: 700 - 12 * index },
      { text: `step ${text}`, x: 90, y: 700 - 12 * index },
    ])

    expect(await textOf(list)).toBe('1. step 1.\n2. step 2.\n3. step 3.')
  })
})

describe('lines', () => {
  test('that end within a word are joined, and compounds keep their hyphen', async () => {
    const lines = ['A well-known exam-', 'ple of a well-', 'known museum at number 4-', '5 of the street.']

    expect(await textOf(placeLines(lines, 60, 700))).toBe(
      'A well-known example of a well-known museum at number 4-\n5 of the street.',
    )
  })

  test('with a wider distance start a paragraph', async () => {
    const page = [...placeLines(leftLines, 60, 700), ...placeLines(['Another paragraph.'], 60, 632)]

    expect(await textOf(page)).toBe(`${leftLines.join('\n')}\n\nAnother paragraph.`)
  })

  test('include text along the edge of the page, without mixing it into them', async () => {
    const bytes = Buffer.from(makePlacedPdf([placeLines(leftLines, 60, 700)])).toString('latin1')
    const turned = bytes.replace('BT /F1 10 Tf 60 700 Td', 'BT /F1 10 Tf 0 1 -1 0 20 100 Tm')

    const [page] = await readPdf(Buffer.from(turned, 'latin1'), true)

    expect(page?.pageContent).toBe(`${leftLines.slice(1).join('\n')}\n\n${leftLines[0]}`)
  })
})

describe('headings', () => {
  const pages = [
    [
      { text: 'The museum', x: 60, y: 740, size: 24 },
      { text: 'Hours', x: 60, y: 715, size: 14 },
      ...placeLines(leftLines, 60, 700),
    ],
    [
      ...placeLines(rightLines, 60, 740),
      { text: 'Prices', x: 60, y: 680, size: 14 },
      ...placeLines(['Free.'], 60, 660),
    ],
  ]

  test('are recognised by their size and mark the text below them, across pages', async () => {
    const [first, second] = await readPdf(makePlacedPdf(pages), true)

    expect(first?.marks).toEqual([
      { at: 0, heading: 'The museum' },
      { at: first?.pageContent.indexOf('Hours'), heading: 'The museum > Hours' },
    ])
    expect(second?.marks).toEqual([
      { at: 0, heading: 'The museum > Hours' },
      { at: second?.pageContent.indexOf('Prices'), heading: 'The museum > Prices' },
    ])
  })

  test('and pages are marked in one document for the whole file', async () => {
    const [file, ...others] = await readPdf(makePlacedPdf(pages), false)
    const text = file?.pageContent ?? ''

    expect(others).toEqual([])
    expect(file?.metadata).toEqual({ pdf: { totalPages: 2 } })
    expect(file?.marks).toEqual([
      { at: 0, page: 1, heading: 'The museum' },
      { at: text.indexOf('Hours'), page: 1, heading: 'The museum > Hours' },
      { at: text.indexOf(rightLines[0] ?? ''), page: 2, heading: 'The museum > Hours' },
      { at: text.indexOf('Prices'), page: 2, heading: 'The museum > Prices' },
    ])
  })

  test('do not include the running title of each page', async () => {
    const running = Array.from({ length: 5 }, () => [
      { text: 'Guide to the museum', x: 60, y: 760, size: 14 },
      ...placeLines(leftLines, 60, 700),
    ])

    const documents = await readPdf(makePlacedPdf(running), true)

    expect(documents.some(({ marks }) => marks)).toBe(false)
  })
})

describe('a file without readable text', () => {
  test.each([
    ['of pictures', makeScannedPdf(), 'The document contains pictures of text only.'],
    ['with a password', makeLockedPdf(), 'The document is protected with a password.'],
    ['cut in half', makeBook(3).subarray(0, 300), 'The document is damaged or not a PDF.'],
    ['that is no PDF', Buffer.from('hello'), 'The document is damaged or not a PDF.'],
  ])('%s is rejected', async (_, bytes, sentence) => {
    await expect(readPdf(bytes, true)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining(sentence),
    })
  })

  test('is read if one page has text', async () => {
    const file = makePlacedPdf([[], placeLines(['Ten.'], 60, 700)])

    expect((await readPdf(file, true)).map(({ pageContent }) => pageContent)).toEqual(['', 'Ten.'])
  })
})

test('a book of 500 pages is read within the limits of one document', async () => {
  const book = makeBook(500)

  const pages = await createDocumentReader()(book, 'pdf')

  expect(pages).toHaveLength(500)
  expect(pages[499]?.pageContent).toContain('\n\nRoom 0 | Open 0 | Price 0\nRoom 1 | Open 1 | Price 1')
  expect(pages[499]?.pageContent.startsWith('Chapter 500\n\n')).toBe(true)
}, 60_000)
