import { defineNode } from '#server/engine/define-node.ts'
import { metadata, omitMetadataKeys, textSplitter } from './document-source.ts'
import { pageInputs, pageOutputs } from './page-inputs.ts'

export const cheerioWebScraper = defineNode({
  name: 'cheerioWebScraper',
  label: 'Cheerio Web Scraper',
  version: 3,
  category: 'Document Loaders',
  description: 'Reads web pages: one, those it links to, or those of a sitemap. Read anew once a day.',
  icon: 'document',
  baseClasses: ['Document'],

  inputs: {
    ...pageInputs,
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

  outputs: pageOutputs,
})
