import { apifyApi } from '#server/credentials/apify-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import type { Document } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import { ServiceError } from '#server/engine/service-error.ts'
import { readList } from '#server/nodes/chat-models/read-settings.ts'
import { asList, asObject } from '#server/nodes/tools/search/search-json.ts'
import { characterBudget } from './character-budget.ts'
import {
  currentPeriod,
  type LoaderCall,
  type LoaderPorts,
  loaderOutputs,
  makeSource,
  metadata,
  omitMetadataKeys,
  textSplitter,
} from './document-source.ts'
import { requestService } from './request-service.ts'
import { waitForJob } from './wait-for-job.ts'

const api = 'https://api.apify.com/v2'
const pageSize = 500
const maxPages = 10_000
const ended = new Set(['FAILED', 'ABORTED', 'TIMED-OUT'])

type Call = LoaderCall & {
  inputs: {
    readonly urls: string
    readonly crawlerType: string
    readonly maxCrawlDepth: number | undefined
    readonly maxCrawlPages: number | undefined
    readonly additionalInput: Json | undefined
  }
  credential: { readonly apifyApiToken: string }
  ports: LoaderPorts
}

export const apifyWebsiteContentCrawler = defineNode({
  name: 'apifyWebsiteContentCrawler',
  label: 'Apify Website Content Crawler',
  version: 3,
  category: 'Document Loaders',
  description: 'Reads web pages through the Website Content Crawler of Apify. Refreshed daily.',
  icon: 'document',
  baseClasses: ['Document'],
  credential: apifyApi,

  inputs: {
    textSplitter,
    urls: {
      label: 'Start URLs',
      type: 'string',
      description: 'URLs where the crawler starts, comma-separated.',
      placeholder: 'https://museum.example',
    },
    crawlerType: {
      label: 'Crawler type',
      type: 'options',
      options: [
        { label: 'Headless web browser (Chrome+Playwright)', name: 'playwright:chrome' },
        { label: 'Stealthy web browser (Firefox+Playwright)', name: 'playwright:firefox' },
        { label: 'Raw HTTP client (Cheerio)', name: 'cheerio' },
        { label: 'Raw HTTP client with JavaScript execution (JSDOM) [experimental]', name: 'jsdom' },
      ],
      default: 'playwright:firefox',
    },
    maxCrawlDepth: {
      label: 'Max crawling depth',
      type: 'number',
      description: 'Links followed from a start URL.',
      default: 1,
      step: 1,
      min: 0,
      optional: true,
      additionalParams: true,
    },
    maxCrawlPages: {
      label: 'Max crawl pages',
      type: 'number',
      description: 'Max pages.',
      default: 3,
      step: 1,
      min: 1,
      optional: true,
      additionalParams: true,
    },
    additionalInput: {
      label: 'Additional input',
      type: 'json',
      description: 'Additional settings of the crawler.',
      optional: true,
      additionalParams: true,
    },
    metadata,
    omitMetadataKeys,
  },

  outputs: loaderOutputs((call: Call) => {
    const { urls, crawlerType, maxCrawlDepth = 1, maxCrawlPages = 3, additionalInput } = call.inputs
    const settings = {
      ...asObject(additionalInput),
      startUrls: (readList(urls) ?? []).map((url) => ({ url })),
      crawlerType,
      maxCrawlDepth: Math.trunc(maxCrawlDepth),
      maxCrawlPages: Math.min(Math.trunc(maxCrawlPages), maxPages),
    }
    return makeSource(call, {
      key: JSON.stringify(['apify', settings, currentPeriod(24)]),
      load: () => runCrawler(settings, call),
    })
  }),
})

async function runCrawler(settings: Json, { credential, ports, signal }: Call): Promise<Document[]> {
  const headers = { authorization: `Bearer ${credential.apifyApiToken}` }
  const service = { name: 'Apify', fetch: ports.fetch, headers, signal }
  const started = await requestService(service, `${api}/acts/apify~website-content-crawler/runs`, {
    body: settings,
  })
  const run = encodeURIComponent(String(asObject(started.data)?.id ?? ''))
  const dataset = await waitForJob('Apify', signal, async () => {
    const { data } = await requestService(service, `${api}/actor-runs/${run}`, {
      query: { waitForFinish: 20 },
    })
    const { status, defaultDatasetId } = asObject(data) ?? {}
    if (run === '' || ended.has(String(status)) || status === undefined) {
      const message = 'Apify could not read the pages. Look at the run in the Apify console.'
      throw new ServiceError({ code: 'UPSTREAM_FAILED', message }, status)
    }
    return status === 'SUCCEEDED' ? encodeURIComponent(String(defaultDatasetId ?? '')) : undefined
  })
  const documents: Document[] = []
  const spend = characterBudget()
  for (let offset = 0; ; offset += pageSize) {
    const query = { clean: 'true', format: 'json', limit: pageSize, offset }
    const { results } = await requestService(service, `${api}/datasets/${dataset}/items`, { query })
    const items = asList(results)
    for (const { text, markdown, url } of items) {
      const pageContent = [text, markdown].find((each) => typeof each === 'string' && each !== '')
      spend(String(pageContent ?? ''))
      documents.push({
        pageContent: String(pageContent ?? ''),
        metadata: { source: typeof url === 'string' ? url : '' },
      })
    }
    if (items.length < pageSize) {
      return documents
    }
  }
}
