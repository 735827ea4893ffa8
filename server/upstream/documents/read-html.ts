import type { Document } from '#server/engine/handles.ts'

const unread = 'script, style, noscript, template, svg, iframe'

/** A web page: its text, or the text of the selector's matches, with title and links as metadata. */
export async function readHtml(html: string, selector: string | undefined): Promise<Document[]> {
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
  const text = page(selector || 'body').text()
  const pageContent = text
    .split('\n')
    .map((line) => line.replace(/[\t\f\v \u00a0]+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return [{ pageContent, metadata: { ...(title && { title }), ...(description && { description }), links } }]
}

/** Turndown's own parser has no limits, so it gets HTML that the limited parser has checked. */
export async function readHtmlAsMarkdown(html: string): Promise<Document[]> {
  const { loadHtml } = await import('./load-html.ts')
  const { default: Turndown } = await import('turndown')
  const turndown = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' })
  turndown.remove(['script', 'style', 'noscript'])
  return [{ pageContent: turndown.turndown(loadHtml(html).html()).trim(), metadata: {} }]
}
