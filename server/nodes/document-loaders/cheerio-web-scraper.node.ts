import { defineNode } from '#server/engine/define-node.ts'
import { metadata, omitMetadataKeys, textSplitter } from './document-source.ts'
import { pageInputs, pageOutputs } from './page-inputs.ts'

export const cheerioWebScraper = defineNode({
  name: 'cheerioWebScraper',
  label: 'Cheerio Web Scraper',
  version: 3,
  category: 'Document Loaders',
  description: 'Reads web pages: one page, its linked pages or a sitemap. Refreshed daily.',
  icon: 'document',
  baseClasses: ['Document'],

  inputs: {
    ...pageInputs,
    selector: {
      label: 'Selector (CSS)',
      type: 'string',
      description: 'Read only this part of each page.',
      placeholder: 'main article',
      optional: true,
      additionalParams: true,
    },
    textSplitter,
    metadata,
    omitMetadataKeys,
  },

  outputs: pageOutputs,
})
