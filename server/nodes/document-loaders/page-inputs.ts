import {
  currentPeriod,
  type LoaderCall,
  type LoaderPorts,
  loaderOutputs,
  makeSource,
} from './document-source.ts'
import { readPages } from './read-pages.ts'

const more = { optional: true, additionalParams: true } as const

export const pageInputs = {
  url: { label: 'URL', type: 'string', placeholder: 'https://museum.example' },
  /** Stored by Flowise's "Manage links" dialog; the form has no such field. */
  selectedLinks: {
    label: 'Selected Links',
    type: 'json',
    description: 'Read only these pages. Empty: pages are found on each refresh.',
    optional: true,
  },
  relativeLinksMethod: {
    label: 'Get Relative Links Method',
    type: 'options',
    description: 'How to find more pages.',
    options: [
      { label: 'Web Crawl', name: 'webCrawl', description: 'Follow the links on each page.' },
      { label: 'Scrape XML Sitemap', name: 'scrapeXMLSitemap', description: 'Read the URLs in a sitemap.' },
    ],
    default: 'webCrawl',
    ...more,
  },
  limit: {
    label: 'Get Relative Links Limit',
    type: 'number',
    description: 'Max pages. 0: up to 1,000.',
    step: 1,
    min: 0,
    default: 10,
    ...more,
  },
} as const

type Call = LoaderCall & {
  inputs: {
    readonly url: string
    readonly relativeLinksMethod: string | undefined
    readonly limit: number | undefined
    readonly selector?: string | undefined
    readonly cssSelector?: string | undefined
    readonly selectedLinks?: unknown
  }
  ports: LoaderPorts
}

export const pageOutputs = loaderOutputs((call: Call) => {
  const { url, relativeLinksMethod: method, limit, selector, cssSelector } = call.inputs
  const part = selector ?? cssSelector
  const links = linksOf(call.inputs.selectedLinks)
  return makeSource(call, {
    key: JSON.stringify(['pages', url, method, limit, part, links, currentPeriod(24)]),
    load: () => readPages({ url, method, limit, links }, part, call.ports),
  })
})

function linksOf(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.filter((link) => typeof link === 'string' && link !== '') : []
}
