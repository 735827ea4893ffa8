import { posix } from 'node:path'
import type { MarkedDocument } from '#server/engine/handles.ts'
import { AppError } from '#shared/errors.ts'
import { joinDocuments } from './join-documents.ts'
import { rejectUnreadable, unnamed } from './limits.ts'
import { readHtml } from './read-html.ts'
import { readXml } from './read-xml.ts'
import { readZip } from './read-zip.ts'

type Parts = Map<string, Uint8Array>
type Book = {
  /** Paths of the chapters in reading order. */
  spine: string[]
  /** Paths of the tables of contents: that of EPUB 3, then that of EPUB 2. */
  contents: string[]
}

const container = 'META-INF/container.xml'
const encryption = 'META-INF/encryption.xml'
const needed = /\.(xml|opf|ncx|x?html?)$/i

/** EPUB: one document per chapter, in reading order. Chapters without text, such as a cover, are left out. */
export async function readEpub(bytes: Uint8Array, perChapter: boolean): Promise<MarkedDocument[]> {
  const parts = readZip(bytes, (name) => needed.test(name))
  if (!parts.has(container)) {
    rejectUnreadable('it is not a file of this kind')
  }
  const { spine, contents } = readPackage(parts)
  if (isEncrypted(parts, spine)) {
    throw new AppError(
      'INVALID_INPUT',
      `${unnamed} is protected against copying. Add a copy without protection.`,
    )
  }
  const titles = readTitles(parts, contents)
  const chapters: MarkedDocument[] = []
  for (const path of spine) {
    const part = parts.get(path)
    chapters.push(...(part ? await readChapter(part, titles.get(path)) : []))
  }
  return perChapter ? chapters : joinDocuments(chapters)
}

async function readChapter(part: Uint8Array, listed: string | undefined): Promise<MarkedDocument[]> {
  const pages = await readHtml(new TextDecoder().decode(part), undefined)
  return pages
    .filter(({ pageContent }) => pageContent !== '')
    .map((page) => {
      const chapter = listed ?? page.marks?.[0]?.heading ?? page.metadata.title
      return { ...page, metadata: typeof chapter === 'string' ? { chapter } : {} }
    })
}

function readPackage(parts: Parts): Book {
  let main = ''
  readPart(parts, container, (name, attributes) => {
    main ||= name === 'rootfile' ? (attributes['full-path'] ?? '') : ''
  })
  const folder = posix.dirname(main)
  const hrefs = new Map<string, string>()
  const order: string[] = []
  const contents: string[] = []
  readPart(
    parts,
    main,
    (name, { id = '', href = '', idref = '', properties = '', 'media-type': type = '' }) => {
      if (name === 'item') {
        const path = toPath(folder, href)
        hrefs.set(id, path)
        if (properties.split(' ').includes('nav')) {
          contents.unshift(path)
        } else if (type === 'application/x-dtbncx+xml') {
          contents.push(path)
        }
      } else if (name === 'itemref') {
        order.push(idref)
      }
    },
  )
  return { spine: [...new Set(order.flatMap((id) => hrefs.get(id) ?? []))], contents }
}

function isEncrypted(parts: Parts, spine: readonly string[]): boolean {
  const encrypted = new Set<string>()
  readPart(parts, encryption, (name, { URI = '' }) => {
    if (name === 'CipherReference') {
      encrypted.add(toPath('', URI))
    }
  })
  return spine.some((path) => encrypted.has(path))
}

/** The first title that a table of contents gives each file. */
function readTitles(parts: Parts, contents: readonly string[]): Map<string, string> {
  const titles = new Map<string, string>()
  for (const path of contents) {
    const folder = posix.dirname(path)
    let text = ''
    let target: string | undefined
    const close = () => {
      if (target !== undefined && text.trim() !== '' && !titles.has(target)) {
        titles.set(target, text.replace(/\s+/g, ' ').trim())
      }
      target = undefined
      text = ''
    }
    readPart(
      parts,
      path,
      (name, { href, src }) => {
        if (name === 'navPoint' || name === 'a') {
          close()
        }
        // An entry of EPUB 2 has its text before its target, one of EPUB 3 after it.
        if (name === 'content' && src !== undefined) {
          target = toPath(folder, src)
          close()
        } else if (name === 'a' && href !== undefined) {
          target = toPath(folder, href)
        }
      },
      {
        text(piece) {
          text += piece
        },
        close(name) {
          if (name === 'a') {
            close()
          }
        },
      },
    )
  }
  return titles
}

type Open = (name: string, attributes: Record<string, string>) => void
type Handlers = { text?(text: string): void; close?(name: string): void }

function readPart(parts: Parts, path: string, open: Open, { text, close }: Handlers = {}) {
  readXml(
    parts.get(path) ?? new Uint8Array(),
    {
      open: (name, attributes) => open(localName(name), attributes),
      ...(text && { text }),
      ...(close && { close: (name: string) => close(localName(name)) }),
    },
    { hasDoctype: true },
  )
}

function toPath(folder: string, href: string): string {
  const [path = ''] = href.split('#')
  return posix.normalize(posix.join(folder, decode(path)))
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
