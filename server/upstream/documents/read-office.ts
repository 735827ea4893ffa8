// Office files are parsed as an XML stream. Libraries build the whole document, and ranges such as A1:XFD1048576
// cell by cell, before a limit can stop them.
import type { Document } from '#server/engine/handles.ts'
import { rejectUnreadable } from './limits.ts'
import { readXml } from './read-xml.ts'
import { readZip } from './read-zip.ts'

export type Parts = Map<string, Uint8Array>

/** Word: the text, one line per paragraph. */
export function readDocx(bytes: Uint8Array): Document[] {
  const part = openOffice(bytes, 'word/document.xml').get('word/document.xml') ?? new Uint8Array()
  return [{ pageContent: textOfWord(part).trim(), metadata: {} }]
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

function textOfWord(part: Uint8Array): string {
  const finished: string[] = []
  /** Text boxes nest paragraphs inside paragraphs, so open paragraphs form a stack. */
  const open: string[][] = []
  let skipped = 0
  let runs = 0
  let isText = false
  readXml(part, {
    open(name) {
      if (leftOut.has(name)) {
        skipped += 1
      } else if (name === 'w:p') {
        open.push([])
      } else if (name === 'w:r') {
        runs += 1
      }
      isText = name === 'w:t' && skipped === 0
      // Paragraph properties also contain tab elements, so only tabs inside a run count.
      const sign = skipped === 0 && runs > 0 ? signs[name] : undefined
      if (sign !== undefined) {
        open.at(-1)?.push(sign)
      }
    },
    text(text) {
      if (isText) {
        open.at(-1)?.push(text)
      }
    },
    close(name) {
      isText = false
      if (leftOut.has(name)) {
        skipped -= 1
      } else if (name === 'w:r') {
        runs -= 1
      } else if (name === 'w:p') {
        finished.push(open.pop()?.join('') ?? '')
      }
    },
  })
  return finished.join('\n\n')
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
