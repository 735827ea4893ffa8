import { defineNode } from '#server/engine/define-node.ts'
import { oneText, textOf } from '#server/nodes/tools/one-text.ts'
import { crawl } from './crawl.ts'

export const webScraperTool = defineNode({
  name: 'webScraperTool',
  label: 'Web Scraper Tool',
  version: 1.1,
  category: 'Tools',
  description: 'Reads a web page and the pages it links to on the same site.',
  icon: 'web',
  baseClasses: ['Tool', 'Tool', 'StructuredTool', 'Runnable'],

  inputs: {
    scrapeMode: {
      label: 'Scraping Mode',
      type: 'options',
      options: [
        { label: 'Recursive', name: 'recursive' },
        { label: 'Sitemap', name: 'sitemap' },
      ],
      default: 'recursive',
      additionalParams: true,
    },
    maxDepth: {
      label: 'Max Depth',
      type: 'number',
      description: 'Max number of links away from the first page. 0: only that page.',
      default: 1,
      min: 0,
      optional: true,
      additionalParams: true,
    },
    maxPages: {
      label: 'Max Pages',
      type: 'number',
      default: 10,
      min: 1,
      optional: true,
      additionalParams: true,
    },
    timeoutS: {
      label: 'Timeout (s)',
      type: 'number',
      default: 60,
      min: 1,
      optional: true,
      additionalParams: true,
    },
    description: {
      label: 'Tool Description',
      type: 'string',
      rows: 4,
      optional: true,
      additionalParams: true,
    },
  },

  build: ({ inputs, ports }) => ({
    name: 'web_scraper',
    description:
      inputs.description ?? 'Reads the text of a web page, and of pages of the same site that it leads to.',
    parameters: oneText('The address of the page', 'url'),
    effect: 'read' as const,
    async call(args) {
      const pages = await crawl(textOf(args, 'url'), {
        fetch: ports.fetch,
        readDocument: ports.readDocument,
        mode: inputs.scrapeMode,
        maxDepth: inputs.maxDepth ?? 1,
        maxPages: inputs.maxPages ?? 10,
        timeoutMs: (inputs.timeoutS ?? 60) * 1_000,
      })
      return {
        text: JSON.stringify(pages),
        sourceDocuments: pages.flatMap((page) =>
          'text' in page
            ? [{ pageContent: page.text, metadata: { source: page.url, title: page.title } }]
            : [],
        ),
      }
    },
  }),
})
