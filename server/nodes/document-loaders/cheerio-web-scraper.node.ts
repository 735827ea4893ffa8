import { defineNode } from '#server/engine/define-node.ts'
import {
  freshFor,
  type LoaderCall,
  type LoaderPorts,
  loaderOutputs,
  makeSource,
  metadata,
  omitMetadataKeys,
  textSplitter,
} from './document-source.ts'
import { readPages } from './read-pages.ts'

type Call = LoaderCall & {
  inputs: {
    readonly url: string
    readonly relativeLinksMethod: string | undefined
    readonly limit: number | undefined
    readonly selector: string | undefined
  }
  ports: LoaderPorts
}

export const cheerioWebScraper = defineNode({
  name: 'cheerioWebScraper',
  label: 'Cheerio Web Scraper',
  version: 3,
  category: 'Document Loaders',
  description: 'Reads web pages: one, those it links to, or those of a sitemap. Read anew once a day.',
  icon: 'document',
  baseClasses: ['Document'],

  inputs: {
    url: { label: 'URL', type: 'string', placeholder: 'https://museum.example' },
    relativeLinksMethod: {
      label: 'Get Relative Links Method',
      type: 'options',
      description: 'How further pages are found.',
      options: [
        { label: 'Web Crawl', name: 'webCrawl', description: 'Follow the links of each page.' },
        { label: 'Scrape XML Sitemap', name: 'scrapeXMLSitemap', description: 'Read the list in a sitemap.' },
      ],
      default: 'webCrawl',
      optional: true,
      additionalParams: true,
    },
    limit: {
      label: 'Get Relative Links Limit',
      type: 'number',
      description: 'How many pages at most. 0 for all, up to a thousand.',
      step: 1,
      min: 0,
      default: 10,
      optional: true,
      additionalParams: true,
    },
    selector: {
      label: 'Selector (CSS)',
      type: 'string',
      description: 'Read this part of each page alone.',
      placeholder: 'main article',
      optional: true,
      additionalParams: true,
    },
    textSplitter,
    metadata,
    omitMetadataKeys,
  },

  outputs: loaderOutputs((call: Call) => {
    const { url, relativeLinksMethod: method, limit, selector } = call.inputs
    return makeSource(call, {
      key: JSON.stringify(['pages', url, method, limit, selector, freshFor(24)]),
      load: () => readPages({ url, method, limit }, selector, call.ports),
    })
  }),
})
