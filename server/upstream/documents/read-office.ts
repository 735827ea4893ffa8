// Office files are parsed as an XML stream. Libraries build the whole document, and ranges such as A1:XFD1048576
// cell by cell, before a limit can stop them.
import type { Document, DocumentMark, MarkedDocument } from '#server/engine/handles.ts'
import { headingPath } from '#server/engine/headings.ts'
import { rejectUnreadable } from './limits.ts'
import { readXml } from './read-xml.ts'
import { readZip } from './read-zip.ts'

export type Parts = Map<string, Uint8Array>

/** Word: the text, one line per paragraph. */
export function readDocx(bytes: Uint8Array): MarkedDocument[] {
  const parts = openOffice(bytes, 'word/document.xml')
  const levels = readHeadingStyles(parts.get('word/styles.xml'))
  const path = headingPath()
  const marks: DocumentMark[] = []
  let pageContent = ''
  readParagraphs(parts.get('word/document.xml') ?? new Uint8Array(), ({ text, style, outline }) => {
    const paragraph = pageContent === '' ? text.trimStart() : `\n\n${text}`
    const level = outline ?? levels.get(style)
    if (level !== undefined && text.trim() !== '') {
      path.enter(level, text)
      marks.push({ at: pageContent === '' ? 0 : pageContent.length + 2, heading: path.current() })
    }
    pageContent += paragraph
  })
  return [{ pageContent: pageContent.trimEnd(), metadata: {}, ...(marks.length > 0 && { marks }) }]
}

/** Ids of styles are translated (`Balk1`), but their names are `heading 1` and `Title` in every language. */
function readHeadingStyles(part: Uint8Array = new Uint8Array()): Map<string, number> {
  const levels = new Map<string, number>()
  let id = ''
  readXml(part, {
    open(name, attributes) {
      id = name === 'w:style' ? (attributes['w:styleId'] ?? '') : id
      const level = levelOf(name, attributes['w:val'])
      if (level !== undefined && (name === 'w:name' || !levels.has(id))) {
        levels.set(id, level)
      }
    },
  })
  return levels
}

function levelOf(name: string, value = ''): number | undefined {
  if (name === 'w:outlineLvl') {
    return toOutline(value)
  }
  const [, title, level] = (name === 'w:name' && /^(title)$|^heading ([1-9])$/i.exec(value)) || []
  return title ? 0 : level ? Number(level) : undefined
}

/** Level 9 stands for body text. */
const toOutline = (value = '') => (/^[0-8]$/.test(value) ? Number(value) + 1 : undefined)

type Paragraph = { text: string; style: string; outline: number | undefined }
type OpenParagraph = { pieces: string[]; style: string; outline: number | undefined }

function setProperty(paragraph: OpenParagraph | undefined, name: string, value: string | undefined) {
  if (paragraph && name === 'w:pStyle') {
    paragraph.style = value ?? ''
  } else if (paragraph && name === 'w:outlineLvl') {
    paragraph.outline = toOutline(value)
  }
}

/** Deleted text, and fallbacks for older programs, are skipped. */
const leftOut = new Set(['w:del', 'w:moveFrom', 'mc:Fallback'])
const signs: Record<string, string> = {
  'w:tab': '\t',
  'w:br': '\n',
  'w:cr': '\n',
  'w:noBreakHyphen': '\u2011',
  'w:softHyphen': '\u00ad',
}

function readParagraphs(part: Uint8Array, add: (paragraph: Paragraph) => void) {
  /** Text boxes nest paragraphs inside paragraphs, so open paragraphs form a stack. */
  const stack: OpenParagraph[] = []
  let skipped = 0
  let runs = 0
  let isText = false

  function openElement(name: string) {
    if (leftOut.has(name)) {
      skipped += 1
    } else if (name === 'w:p') {
      stack.push({ pieces: [], style: '', outline: undefined })
    } else if (name === 'w:r') {
      runs += 1
    }
  }

  readXml(part, {
    open(name, attributes) {
      openElement(name)
      setProperty(stack.at(-1), name, attributes['w:val'])
      isText = name === 'w:t' && skipped === 0
      // Paragraph properties also contain tab elements, so only tabs inside a run count.
      const sign = skipped === 0 && runs > 0 ? signs[name] : undefined
      if (sign !== undefined) {
        stack.at(-1)?.pieces.push(sign)
      }
    },
    text(text) {
      if (isText) {
        stack.at(-1)?.pieces.push(text)
      }
    },
    close(name) {
      isText = false
      if (leftOut.has(name)) {
        skipped -= 1
      } else if (name === 'w:r') {
        runs -= 1
      } else if (name === 'w:p') {
        const { pieces = [], style = '', outline } = stack.pop() ?? {}
        add({ text: pieces.join(''), style, outline })
      }
    },
  })
}

/** PowerPoint: one document per slide, one line per paragraph. */
export function readPptx(bytes: Uint8Array): Document[] {
  return [...openOffice(bytes, 'ppt/presentation.xml')]
    .flatMap(([name, part]) => {
      const number = /^ppt\/slides\/slide(\d+)\.xml$/.exec(name)?.[1]
      return number ? [{ slide: Number(number), part }] : []
    })
    .sort((a, b) => a.slide - b.slide)
    .map(({ slide, part }) => ({ pageContent: textOfSlide(part), metadata: { slide } }))
}

function textOfSlide(part: Uint8Array): string {
  const lines: string[] = []
  let line: string[] = []
  let isText = false
  const endLine = () => {
    const text = line.join('')
    if (text.trim() !== '') {
      lines.push(text)
    }
    line = []
  }
  readXml(part, {
    open(name) {
      isText = name === 'a:t'
    },
    text(text) {
      if (isText) {
        line.push(text)
      }
    },
    close(name) {
      isText = false
      if (name === 'a:p') {
        endLine()
      }
    },
  })
  endLine()
  return lines.join('\n')
}

/** Unpacks only the XML parts, not pictures and sounds. */
export function openOffice(bytes: Uint8Array, main: string): Parts {
  const parts = readZip(bytes, (name) => /\.(xml|rels)$/i.test(name))
  if (!parts.has(main)) {
    rejectUnreadable('it is not a file of this kind')
  }
  return parts
}
