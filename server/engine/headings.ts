import type { Document, DocumentMark, MarkedDocument } from './handles.ts'

/** Headings above the current place of a text, as `Chapter > Section`. */
export function headingPath() {
  const open: { level: number; text: string }[] = []
  return {
    enter(level: number, text: string) {
      while (open.length > 0 && (open.at(-1)?.level ?? 0) >= level) {
        open.pop()
      }
      open.push({ level, text: text.replace(/\s+/g, ' ').trim() })
    },
    current(): string | undefined {
      return open.length === 0 ? undefined : open.map(({ text }) => text).join(' > ')
    },
  }
}

/** The headings of a Markdown text. A `#` in a code block is not a heading. */
export function markHeadings(text: string): DocumentMark[] {
  const path = headingPath()
  const marks: DocumentMark[] = []
  let isCode = false
  let at = 0
  for (const line of text.split('\n')) {
    isCode = /^\s*(```|~~~)/.test(line) ? !isCode : isCode
    const [, signs = '', words = ''] = /^(#{1,6})\s+(\S.*)$/.exec(line) ?? []
    if (signs !== '' && !isCode) {
      path.enter(signs.length, toPlain(words))
      marks.push({ at, heading: path.current() })
    }
    at += line.length + 1
  }
  return marks
}

export function markMarkdown(document: Document): MarkedDocument {
  const marks = markHeadings(document.pageContent)
  return marks.length === 0 ? document : { ...document, marks }
}

function toPlain(words: string): string {
  return words
    .replace(/\s#+\s*$/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*|__|`/g, '')
}

/** The heading and the page that most of this part of a text belongs to. */
export function placeOf(
  marks: readonly DocumentMark[],
  from: number,
  to: number,
): Pick<DocumentMark, 'heading' | 'page'> {
  const headings = new Map<string | undefined, number>()
  const pages = new Map<number | undefined, number>()
  for (let index = lastBefore(marks, from); index < marks.length; index += 1) {
    const { at = 0, heading, page } = marks[index] ?? {}
    if (at >= to) {
      break
    }
    const length = Math.min(to, marks[index + 1]?.at ?? to) - Math.max(from, at)
    headings.set(heading, (headings.get(heading) ?? 0) + length)
    pages.set(page, (pages.get(page) ?? 0) + length)
  }
  return { heading: largest(headings), page: largest(pages) }
}

/** Index of the mark that covers this character, or 0. */
function lastBefore(marks: readonly DocumentMark[], at: number): number {
  let [low, high] = [0, marks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((marks[middle]?.at ?? 0) <= at) {
      low = middle + 1
    } else {
      high = middle
    }
  }
  return Math.max(0, low - 1)
}

function largest<Key>(shares: ReadonlyMap<Key, number>): Key | undefined {
  return [...shares].reduce<[Key | undefined, number]>(
    (best, each) => (each[1] > best[1] ? each : best),
    [undefined, 0],
  )[0]
}

/** The headings above all of the text. Text before the first heading does not count. */
export function commonHeading(marks: readonly DocumentMark[]): string | undefined {
  const [first, ...others] = marks.flatMap(({ heading }) =>
    heading === undefined ? [] : [heading.split(' > ')],
  )
  const common = others.reduce((shared, path) => {
    const end = shared.findIndex((text, index) => path[index] !== text)
    return end < 0 ? shared : shared.slice(0, end)
  }, first ?? [])
  return common.length === 0 ? undefined : common.join(' > ')
}
