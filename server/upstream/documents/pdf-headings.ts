import type { Line } from './pdf-lines.ts'

/** A paragraph, a heading or a table, with its lines joined. */
export type PdfBlock = {
  text: string
  size: number
  isTable: boolean
  /** The same sentence goes on in the next column. */
  isContinued: boolean
}

/** A heading is larger than the body text by this factor, and not longer than this. */
const HEADING_SIZE = 1.15
const HEADING_LENGTH = 200
/** A text this frequent is a running title. */
const MAX_REPEATS = 3

export function toBlocks(pages: readonly Line[][]): PdfBlock[][] {
  const compounds = findCompounds(pages)
  return pages.map((lines) => {
    const blocks: PdfBlock[] = []
    for (const line of lines) {
      addLine(blocks, line, compounds)
    }
    return blocks
  })
}

function addLine(blocks: PdfBlock[], line: Line, compounds: ReadonlySet<string>) {
  const { text, size, isRow, startsParagraph } = line
  const last = blocks.at(-1)
  const isSameText = last?.size === size && !isRow && !last.isTable
  const joined = last && isSameText ? joinWord(last.text, text, compounds) : undefined
  if (last && joined !== undefined) {
    last.text = joined
  } else if (last && !startsParagraph) {
    last.text += `\n${text}`
  } else {
    const isContinued = last !== undefined && isSameText && continues(last.text, text)
    blocks.push({ text, size, isTable: isRow, isContinued })
  }
}

/** Compounds such as `well-known`, which keep their hyphen at the end of a line. */
function findCompounds(pages: readonly Line[][]): Set<string> {
  const compounds = new Set<string>()
  for (const { text } of pages.flat()) {
    for (const [word] of text.matchAll(/\p{L}+-\p{L}+/gu)) {
      compounds.add(word.toLowerCase())
    }
  }
  return compounds
}

/** Undefined if the text does not end within a word. */
function joinWord(text: string, next: string, compounds: ReadonlySet<string>): string | undefined {
  const start = /(\p{L}+)[-\u00ad\u2010]$/u.exec(text.slice(-60))?.[1]
  const end = /^\p{Ll}+/u.exec(next.slice(0, 60))?.[0]
  if (start === undefined || end === undefined) {
    return undefined
  }
  const isCompound = compounds.has(`${start}-${end}`.toLowerCase())
  return isCompound ? text + next : text.slice(0, -1) + next
}

const continues = (text: string, next: string) => /[\p{L}\d,]$/u.test(text) && /^\p{Ll}/u.test(next)

/** Blocks in larger letters than the body text. */
export function findHeadings(pages: readonly PdfBlock[][]): Set<PdfBlock> {
  const body = bodySize(pages)
  const found = pages
    .flat()
    .filter(
      ({ text, size, isTable }) =>
        !isTable && size >= HEADING_SIZE * body && text.length <= HEADING_LENGTH && /\p{L}/u.test(text),
    )
  const counts = new Map<string, number>()
  for (const { text } of found) {
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return new Set(found.filter(({ text }) => (counts.get(text) ?? 0) <= MAX_REPEATS))
}

const rounded = (size: number) => Math.round(2 * size) / 2

/** The size that most characters have. */
function bodySize(pages: readonly PdfBlock[][]): number {
  const characters = new Map<number, number>()
  for (const { text, size } of pages.flat()) {
    characters.set(rounded(size), (characters.get(rounded(size)) ?? 0) + text.length)
  }
  const [best] = [...characters].sort((a, b) => b[1] - a[1])
  return best?.[0] ?? 0
}

/** The largest headings have level 1. */
export function createLevels(headings: ReadonlySet<PdfBlock>): (heading: PdfBlock) => number {
  const sizes = [...new Set(Array.from(headings, ({ size }) => rounded(size)))].sort((a, b) => b - a)
  return ({ size }) => sizes.indexOf(rounded(size)) + 1
}
