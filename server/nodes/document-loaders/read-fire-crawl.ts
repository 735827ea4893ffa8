import type { Document, MarkedDocument } from '#server/engine/handles.ts'
import { markMarkdown } from '#server/engine/headings.ts'
import type { Json } from '#server/engine/inputs.ts'
import { ServiceError } from '#server/engine/service-error.ts'
import { readList } from '#server/nodes/chat-models/read-settings.ts'
import { asList, asObject, type Found } from '#server/nodes/tools/search/search-json.ts'
import { AppError } from '#shared/errors.ts'
import { characterBudget } from './character-budget.ts'
import { requestService } from './request-service.ts'
import { waitForJob } from './wait-for-job.ts'

export type FireCrawlRequest = {
  type: 'crawl' | 'scrape' | 'extract' | 'search'
  url: string | undefined
  includePaths: string | undefined
  excludePaths: string | undefined
  limit: number | undefined
  schema: Json | undefined
  prompt: string | undefined
  query: string | undefined
  results: number | undefined
  language: string | undefined
  country: string | undefined
  timeout: number | undefined
}
type Account = { key: string; origin: string; fetch: typeof globalThis.fetch; signal: AbortSignal }
type Send = (path: string, body?: Json) => Promise<Found>

const maxPages = 10_000
/** FireCrawl runs the scripts of a page before it answers. */
const timeoutMs = 120_000

export async function readFireCrawl(
  requested: FireCrawlRequest,
  { key, origin, fetch, signal }: Account,
): Promise<MarkedDocument[]> {
  const base = `${origin.trim().replace(/\/+$/, '')}/v1/`
  const headers = { authorization: `Bearer ${key}` }
  const service = { name: 'FireCrawl', fetch, headers, signal, timeoutMs }
  const send: Send = (path, body) =>
    requestService(service, new URL(path, base).href, body === undefined ? {} : { body })
  switch (requested.type) {
    case 'crawl':
      return readSite(requested, send, signal)
    case 'extract':
      return extractData(requested, send, signal)
    case 'search':
      return searchWeb(requested, send)
    default: {
      const answer = await send('scrape', { url: urlOf(requested), formats: ['markdown'] })
      return toDocuments([asObject(answer.data) ?? {}])
    }
  }
}

async function readSite(requested: FireCrawlRequest, send: Send, signal: AbortSignal) {
  const max = Math.min(Math.trunc(requested.limit ?? maxPages), maxPages)
  const includePaths = readList(requested.includePaths)
  const excludePaths = readList(requested.excludePaths)
  const started = await send('crawl', {
    url: urlOf(requested),
    limit: max,
    scrapeOptions: { formats: ['markdown'] },
    ...(includePaths && { includePaths }),
    ...(excludePaths && { excludePaths }),
  })
  const first = await finished(`crawl/${idOf(started)}`, send, signal)
  const pages: Found[] = []
  const spend = characterBudget()
  for (let answer = first; ; ) {
    const found = asList(answer.data)
    spend(JSON.stringify(found))
    pages.push(...found)
    if (typeof answer.next !== 'string' || found.length === 0 || pages.length >= max) {
      return toDocuments(pages.slice(0, max))
    }
    answer = await send(nextPath(answer.next))
  }
}

/** The key goes only to the address of the credential, so only the path of the link is used. */
function nextPath(link: string): string {
  const { pathname, search } = new URL(link, 'https://api.firecrawl.dev')
  return pathname.replace(/^.*\/v1\//, '') + search
}

async function extractData(requested: FireCrawlRequest, send: Send, signal: AbortSignal) {
  const urls = readList(requested.url) ?? []
  const started = await send('extract', {
    urls,
    ...(requested.prompt !== undefined && { prompt: requested.prompt }),
    ...(asObject(requested.schema) && { schema: requested.schema as Json }),
  })
  const { data } = await finished(`extract/${idOf(started)}`, send, signal)
  return [{ pageContent: JSON.stringify(data ?? null, null, 2), metadata: { source: urls.join(', ') } }]
}

async function searchWeb(requested: FireCrawlRequest, send: Send) {
  if (!requested.query) {
    throw new AppError('INVALID_FLOW', 'FireCrawl needs a search query.')
  }
  const { data } = await send('search', {
    query: requested.query,
    limit: requested.results ?? 5,
    ...(requested.language && { lang: requested.language }),
    ...(requested.country && { country: requested.country }),
    ...(requested.timeout && { timeout: requested.timeout }),
    scrapeOptions: { formats: ['markdown'] },
  })
  return toDocuments(asList(data))
}

function finished(path: string, send: Send, signal: AbortSignal): Promise<Found> {
  return waitForJob('FireCrawl', signal, async () => {
    const answer = await send(path)
    if (answer.status === 'failed' || answer.status === 'cancelled') {
      throw new ServiceError(
        {
          code: 'UPSTREAM_FAILED',
          message: 'FireCrawl could not read the pages. Check the URL and try again.',
        },
        answer,
      )
    }
    return answer.status === 'completed' ? answer : undefined
  })
}

function urlOf({ url }: FireCrawlRequest): string {
  if (!url) {
    throw new AppError('INVALID_FLOW', 'FireCrawl needs the URL of a page.')
  }
  return url.trim()
}

function idOf({ id }: Found): string {
  if (typeof id !== 'string' || !/^[\w-]+$/.test(id)) {
    throw new ServiceError(
      { code: 'UPSTREAM_FAILED', message: 'FireCrawl did not start the job. Try again in a moment.' },
      undefined,
    )
  }
  return id
}

function toDocuments(pages: readonly Found[]): MarkedDocument[] {
  return pages
    .map(({ markdown, description, url, title, metadata }): Document => {
      const { sourceURL, title: pageTitle, description: about } = asObject(metadata) ?? {}
      const source = [sourceURL, url].find((each) => typeof each === 'string') ?? ''
      const name = [pageTitle, title].find((each) => typeof each === 'string' && each !== '')
      return {
        pageContent:
          [markdown, description].find((each) => typeof each === 'string' && each !== '')?.toString() ?? '',
        metadata: {
          source,
          ...(name !== undefined && { title: name }),
          ...(typeof about === 'string' && { description: about }),
        },
      }
    })
    .map(markMarkdown)
}
