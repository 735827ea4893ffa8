import { fireCrawlApi } from '#server/credentials/fire-crawl-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import type { Json } from '#server/engine/inputs.ts'
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
import { type FireCrawlRequest, readFireCrawl } from './read-fire-crawl.ts'

type Call = LoaderCall & {
  inputs: {
    readonly crawlerType: FireCrawlRequest['type']
    readonly url: string | undefined
    readonly includePaths: string | undefined
    readonly excludePaths: string | undefined
    readonly limit: string | undefined
    readonly extractSchema: Json | undefined
    readonly extractPrompt: string | undefined
    readonly searchQuery: string | undefined
    readonly searchLimit: string | undefined
    readonly searchLang: string | undefined
    readonly searchCountry: string | undefined
    readonly searchTimeout: number | undefined
  }
  credential: { readonly firecrawlApiKey: string; readonly firecrawlApiUrl: string | undefined }
  ports: LoaderPorts
}

const more = { optional: true, additionalParams: true } as const
const crawl = { crawlerType: ['crawl'] }
const extract = { crawlerType: ['extract'] }
const search = { crawlerType: ['search'] }

export const fireCrawl = defineNode({
  name: 'fireCrawl',
  label: 'FireCrawl',
  version: 4,
  category: 'Document Loaders',
  description: 'Reads, searches or crawls web pages through FireCrawl. Refreshed daily.',
  icon: 'document',
  baseClasses: ['Document'],
  credential: fireCrawlApi,

  inputs: {
    textSplitter,
    crawlerType: {
      label: 'Type',
      type: 'options',
      options: [
        { label: 'Crawl', name: 'crawl', description: 'Reads a page and the pages it links to.' },
        { label: 'Scrape', name: 'scrape', description: 'Reads one page.' },
        { label: 'Extract', name: 'extract', description: 'Extracts data from pages with a model.' },
        { label: 'Search', name: 'search', description: 'Searches the web.' },
      ],
      default: 'crawl',
    },
    url: {
      label: 'URLs',
      type: 'string',
      description: 'URL to read. To extract data: one or more URLs, comma-separated.',
      placeholder: 'https://museum.example',
      optional: true,
      show: { crawlerType: ['crawl', 'scrape', 'extract'] },
    },
    includePaths: {
      label: 'Include Paths',
      type: 'string',
      description: 'Read only these paths. Regular expressions, comma-separated.',
      placeholder: 'blog/.*, news/.*',
      show: crawl,
      ...more,
    },
    excludePaths: {
      label: 'Exclude Paths',
      type: 'string',
      description: 'Skip these paths. Regular expressions, comma-separated.',
      placeholder: 'blog/.*, news/.*',
      show: crawl,
      ...more,
    },
    limit: {
      label: 'Limit',
      type: 'string',
      description: 'Max pages.',
      default: '10000',
      show: crawl,
      ...more,
    },
    extractSchema: {
      label: 'Schema',
      type: 'json',
      description: 'JSON schema of the data to extract.',
      show: extract,
      ...more,
    },
    extractPrompt: {
      label: 'Prompt',
      type: 'string',
      description: 'What to extract.',
      rows: 4,
      show: extract,
      ...more,
    },
    searchQuery: {
      label: 'Query',
      type: 'string',
      description: 'Search query.',
      optional: true,
      show: search,
    },
    searchLimit: {
      label: 'Search Limit',
      type: 'string',
      description: 'Max results.',
      default: '5',
      show: search,
      ...more,
    },
    searchLang: { label: 'Language', type: 'string', default: 'en', show: search, ...more },
    searchCountry: { label: 'Country', type: 'string', default: 'us', show: search, ...more },
    searchTimeout: {
      label: 'Timeout',
      type: 'number',
      description: 'Max duration in milliseconds.',
      default: 60_000,
      step: 1,
      min: 1_000,
      show: search,
      ...more,
    },
    metadata,
    omitMetadataKeys,
  },

  outputs: loaderOutputs((call: Call) => {
    const { inputs, credential, ports, signal } = call
    const requested: FireCrawlRequest = {
      type: inputs.crawlerType,
      url: inputs.url,
      includePaths: inputs.includePaths,
      excludePaths: inputs.excludePaths,
      limit: Number(inputs.limit) || undefined,
      schema: inputs.extractSchema,
      prompt: inputs.extractPrompt,
      query: inputs.searchQuery,
      results: Number(inputs.searchLimit) || undefined,
      language: inputs.searchLang,
      country: inputs.searchCountry,
      timeout: inputs.searchTimeout,
    }
    return makeSource(call, {
      key: JSON.stringify(['fireCrawl', requested, currentPeriod(24)]),
      load: () =>
        readFireCrawl(requested, {
          key: credential.firecrawlApiKey,
          origin: credential.firecrawlApiUrl ?? 'https://api.firecrawl.dev',
          fetch: ports.fetch,
          signal,
        }),
    })
  }),
})
