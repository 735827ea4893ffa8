import type { Ports } from '#server/engine/ports.ts'
import { callService } from '#server/nodes/call-service.ts'
import { AppError } from '#shared/errors.ts'

export type Page = { url: string; title: string; text: string } | { url: string; error: string }

type Crawl = {
  fetch: typeof globalThis.fetch
  readDocument: Ports['readDocument']
  mode: 'recursive' | 'sitemap'
  maxDepth: number
  maxPages: number
  timeoutMs: number
}

const AT_ONCE = 4
const MAX_PAGES = 100
const MAX_TEXT = 20_000

/**
 * Crawls pages of the start address's host: links level by level, or the sitemap. An error on one page is returned
 * in its place.
 */
export async function crawl(start: string, settings: Crawl): Promise<Page[]> {
  const first = readAddress(start)
  const signal = AbortSignal.timeout(settings.timeoutMs)
  const max = Math.min(Math.max(1, settings.maxPages), MAX_PAGES)
  const pages: Page[] = []
  const seen = new Set([first.href])
  let level = settings.mode === 'sitemap' ? await readSitemap(first, settings.fetch, signal) : [first.href]
  for (let depth = 0; level.length > 0 && pages.length < max; depth += 1) {
    const found: string[] = []
    while (level.length > 0 && pages.length < max) {
      const some = level.splice(0, Math.min(AT_ONCE, max - pages.length))
      const results = await Promise.all(some.map((url) => read(url, settings, signal)))
      pages.push(...results.map(({ page }) => page))
      found.push(...results.flatMap((result) => result.found))
    }
    const goesOn = settings.mode === 'recursive' && depth < settings.maxDepth
    level = goesOn
      ? [...new Set(found)].filter((link) => new URL(link).host === first.host && !seen.has(link))
      : []
    for (const link of level) {
      seen.add(link)
    }
  }
  return pages
}

async function read(url: string, { fetch, readDocument }: Crawl, signal: AbortSignal) {
  try {
    const response = await fetch(url, { headers: { accept: 'text/html,text/plain;q=0.9' }, signal })
    if (!response.ok) {
      return { page: { url, error: `It answered with status ${response.status}.` }, found: [] }
    }
    const bytes = new Uint8Array(await response.arrayBuffer())
    const isHtml = /html/.test(response.headers.get('content-type') ?? 'html')
    const html = isHtml ? new TextDecoder().decode(bytes) : ''
    const documents = await readDocument(bytes, isHtml ? 'html' : 'text')
    const text = documents
      .map(({ pageContent }) => pageContent)
      .join('\n')
      .slice(0, MAX_TEXT)
    return { page: { url, title: titleOf(html), text }, found: linksIn(html, url) }
  } catch (error) {
    const why = signal.aborted
      ? 'It took too long.'
      : error instanceof AppError
        ? error.message
        : 'It could not be reached.'
    return { page: { url, error: why }, found: [] }
  }
}

/** Link addresses of a page, without fragments. */
export function linksIn(html: string, base: string): string[] {
  const hrefs = [...html.matchAll(/<a\b[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi)]
  const found = hrefs.flatMap(([, double, single, bare]) => {
    const address = (double ?? single ?? bare ?? '').trim().replaceAll('&amp;', '&')
    if (!URL.canParse(address, base)) {
      return []
    }
    const url = new URL(address, base)
    url.hash = ''
    return /^https?:$/.test(url.protocol) ? [url.href] : []
  })
  return [...new Set(found)]
}

async function readSitemap(
  start: URL,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<string[]> {
  const address = start.pathname.endsWith('.xml') ? start : new URL('/sitemap.xml', start)
  const response = await callService({ service: start.host, fetch }, address, { signal })
  const text = await response.text()
  const named = [...text.matchAll(/<loc>\s*([^<\s]+)\s*<\/loc>/gi)].map(([, url = '']) =>
    url.replaceAll('&amp;', '&'),
  )
  const own = named.filter((url) => URL.canParse(url) && new URL(url).host === start.host)
  return own.length > 0 ? [...new Set(own)] : reject(`${address.href} names no pages`)
}

function titleOf(html: string) {
  return (/<title[^>]*>([^<]*)/i.exec(html)?.[1] ?? '').replace(/\s+/g, ' ').trim()
}

function readAddress(text: string): URL {
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`
  return URL.canParse(address) ? new URL(address) : reject(`${text} is not an address`)
}

function reject(why: string): never {
  throw new AppError('INVALID_INPUT', `Nothing could be read: ${why}.`)
}
