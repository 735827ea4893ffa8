import type { MarkedDocument } from '#server/engine/handles.ts'
import { callService } from '#server/nodes/call-service.ts'
import { AppError } from '#shared/errors.ts'
import { characterBudget } from './character-budget.ts'
import { type LoaderPorts, mapConcurrently } from './document-source.ts'

export type Crawl = {
  url: string
  /** `webCrawl` follows links, `scrapeXMLSitemap` reads a sitemap; otherwise only the one page is read. */
  method?: string | undefined
  /** 0: the platform's limit. */
  limit?: number | undefined
  /** Only these pages; overrides the other options. */
  links?: readonly string[] | undefined
}
type Reach = Pick<LoaderPorts, 'fetch' | 'readDocument'>
type Page = { document: MarkedDocument; links: string[] }

const maxPages = 1_000
/** Max failed pages, since a site may have only dead links. */
const maxMisses = 200
const maxKnown = 20_000
const defaultPages = 10
const atATime = 4
const timeoutMs = 20_000
const maxSitemaps = 20

/** Unreadable pages are skipped, except the first. */
export async function readPages(
  crawl: Crawl,
  select: string | undefined,
  reach: Reach,
): Promise<MarkedDocument[]> {
  const pages: MarkedDocument[] = []
  for await (const { document } of walk(crawl, select, reach)) {
    pages.push(document)
  }
  return pages
}

/** URLs of the pages to read. When `signal` aborts, returns those found so far. */
export async function listPages(crawl: Crawl, world: Reach, signal: AbortSignal): Promise<string[]> {
  const reach = {
    readDocument: world.readDocument,
    fetch: ((url, init) =>
      world.fetch(url, {
        ...init,
        signal: AbortSignal.any([signal, ...(init?.signal ? [init.signal] : [])]),
      })) as Reach['fetch'],
  }
  if (crawl.method === 'scrapeXMLSitemap') {
    return (await readSitemap(toAddress(crawl.url), reach)).slice(0, limitOf(crawl))
  }
  const addresses: string[] = []
  for await (const { document } of walk(crawl, undefined, reach)) {
    addresses.push(String(document.metadata.source))
    if (signal.aborted) {
      break
    }
  }
  return addresses
}

async function* walk(crawl: Crawl, select: string | undefined, reach: Reach): AsyncGenerator<Page> {
  const start = toAddress(crawl.url)
  const { links = [] } = crawl
  const method = links.length > 0 ? 'links' : crawl.method
  const isList = method === 'scrapeXMLSitemap' || method === 'links'
  const max = method === 'links' ? maxPages : method ? limitOf(crawl) : 1
  const waiting = await beginning(start, method, links, reach)
  const known = new Set(waiting)
  const spend = characterBudget()
  for (let [count, tries] = [0, 0]; waiting.length > 0 && count < max && tries < max + maxMisses; ) {
    const portion = waiting.splice(0, Math.min(atATime, max - count))
    tries += portion.length
    const mustRead = count === 0 && !isList
    const read = await mapConcurrently(portion, atATime, (url) => readPage(url, select, reach, mustRead))
    const pages = read.filter((page) => page !== undefined)
    for (const { document } of pages) {
      spend(document.pageContent)
    }
    yield* pages
    count += pages.length
    if (method === 'webCrawl') {
      waiting.push(
        ...unknown(
          pages.flatMap(({ links }) => links),
          start,
          known,
        ),
      )
    }
  }
}

async function beginning(start: URL, method: string | undefined, links: readonly string[], reach: Reach) {
  if (method === 'links') {
    return [...new Set(links)].filter((link) => URL.canParse(link))
  }
  return method === 'scrapeXMLSitemap' ? readSitemap(start, reach) : [start.href]
}

function unknown(links: readonly string[], start: URL, known: Set<string>): string[] {
  return links.filter((link) => {
    const isNew = new URL(link).origin === start.origin && !known.has(link) && !notPages.test(link)
    if (!isNew || known.size >= maxKnown) {
      return false
    }
    known.add(link)
    return true
  })
}

const notPages = /\.(png|jpe?g|gif|svg|webp|ico|css|js|mjs|zip|gz|mp[34]|avi|mov|woff2?|ttf|exe|dmg)([?#]|$)/i

async function readPage(
  url: string,
  select: string | undefined,
  reach: Reach,
  isFirst: boolean,
): Promise<Page | undefined> {
  try {
    const { bytes, isPdf } = await request(url, reach)
    const [read] = await reach.readDocument(
      bytes,
      isPdf ? 'pdf' : 'html',
      isPdf ? { perPage: false } : { select },
    )
    if (!read) {
      return undefined
    }
    const { links = [], ...metadata } = read.metadata
    return {
      document: { ...read, metadata: { source: url, ...metadata } },
      links: (links as string[]).flatMap((link) => resolve(link, url)),
    }
  } catch (error) {
    if (isFirst || !(error instanceof AppError) || error.code === 'STOPPED') {
      throw error
    }
    return undefined
  }
}

function resolve(link: string, base: string): string[] {
  if (!URL.canParse(link, base)) {
    return []
  }
  const url = new URL(link, base)
  url.hash = ''
  return url.protocol.startsWith('http') ? [url.href] : []
}

async function readSitemap(url: URL, reach: Reach, depth = 0): Promise<string[]> {
  const { bytes } = await request(url.href, reach)
  const xml = new TextDecoder().decode(bytes)
  const places = [...xml.matchAll(/<loc>\s*(?:<!\[CDATA\[)?\s*([^<\]\s]+)\s*(?:\]\]>)?\s*<\/loc>/g)]
    .map(([, place = '']) => place.replaceAll('&amp;', '&'))
    .filter((place) => URL.canParse(place))
  if (!/<sitemapindex/.test(xml) || depth > 0) {
    return [...new Set(places)].slice(0, maxPages)
  }
  const lists = await mapConcurrently(places.slice(0, maxSitemaps), atATime, (place) =>
    readSitemap(new URL(place), reach, depth + 1),
  )
  return [...new Set(lists.flat())].slice(0, maxPages)
}

async function request(url: string, { fetch }: Reach) {
  const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'user-agent': 'Flowtill' }
  const response = await callService({ service: url, fetch, timeoutMs }, url, { headers })
  const isPdf = response.headers.get('content-type')?.includes('application/pdf') ?? false
  return { bytes: new Uint8Array(await response.arrayBuffer()), isPdf }
}

function toAddress(text: string): URL {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new AppError('INVALID_FLOW', `"${text}" is not the address of a web page.`)
  }
  return new URL(text)
}

function limitOf({ limit = defaultPages }: Crawl) {
  return limit <= 0 ? maxPages : Math.min(Math.trunc(limit), maxPages)
}
