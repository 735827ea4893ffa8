import type { DocumentMark, MarkedDocument } from '#server/engine/handles.ts'
import { headingPath, markMarkdown } from '#server/engine/headings.ts'

const headings = 'h1, h2, h3, h4, h5, h6'
const unread = 'script, style, noscript, template, svg, iframe'

/** A web page: its text, or the text of the selector's matches, with title and links as metadata. */
export async function readHtml(html: string, selector: string | undefined): Promise<MarkedDocument[]> {
  const { loadHtml } = await import('./load-html.ts')
  const page = loadHtml(html)
  const links = page('a[href]')
    .map((_, link) => page(link).attr('href'))
    .get()
  const title = page('title').first().text().trim()
  const description = page('meta[name="description"]').attr('content')?.trim()
  page(unread).remove()
  // Blocks start new lines, as on the rendered page.
  page('br, p, div, li, tr, h1, h2, h3, h4, h5, h6, section, article, pre, blockquote, table, ul, ol').append(
    '\n',
  )
  page(headings).each((_, heading) => {
    if (page(heading).text().trim() !== '') {
      page(heading).prepend(markOf(Number(heading.tagName.slice(1))))
    }
  })
  const marked = page(selector || 'body')
    .text()
    .split('\n')
    .map((line) => line.replace(/[\t\f\v \u00a0]+/g, ' ').trim())
    .join('\n')
    .replace(/([\ufdd1-\ufdd6])(\n+)/g, '$2$1')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  const { text: pageContent, marks } = readMarks(marked)
  const metadata = { ...(title && { title }), ...(description && { description }), links }
  return [{ pageContent, metadata, ...(marks.length > 0 && { marks }) }]
}

/** Six code points that no text may contain stand before the headings while the text is laid out. */
const FIRST_MARK = 0xfd_d0
const markOf = (level: number) => String.fromCharCode(FIRST_MARK + level)
const anyMark = /[\ufdd1-\ufdd6]/g

function readMarks(marked: string): { text: string; marks: DocumentMark[] } {
  const path = headingPath()
  const marks: DocumentMark[] = []
  let text = ''
  for (const line of marked.split('\n')) {
    const plain = line.replace(anyMark, '').trim()
    const start = text === '' ? 0 : text.length + 1
    if (line.match(anyMark) && plain !== '') {
      path.enter(line.charCodeAt(line.search(anyMark)) - FIRST_MARK, plain)
      marks.push({ at: start, heading: path.current() })
    }
    text += start === 0 ? plain : `\n${plain}`
  }
  return { text, marks }
}

/** Turndown's own parser has no limits, so it gets HTML that the limited parser has checked. */
export async function readHtmlAsMarkdown(html: string): Promise<MarkedDocument[]> {
  const { loadHtml } = await import('./load-html.ts')
  const { default: Turndown } = await import('turndown')
  const turndown = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' })
  turndown.remove(['script', 'style', 'noscript'])
  return [markMarkdown({ pageContent: turndown.turndown(loadHtml(html).html()).trim(), metadata: {} })]
}
