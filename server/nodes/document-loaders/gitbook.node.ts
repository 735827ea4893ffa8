import { defineNode } from '#server/engine/define-node.ts'
import { AppError } from '#shared/errors.ts'
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
import { type Crawl, readPages } from './read-pages.ts'

type Call = LoaderCall & {
  inputs: { readonly webPath: string; readonly shouldLoadAllPaths: boolean | undefined }
  ports: LoaderPorts
}

export const gitbook = defineNode({
  name: 'gitbook',
  label: 'GitBook',
  version: 2,
  category: 'Document Loaders',
  description: 'Reads one page of a GitBook or the whole book. Refreshed daily.',
  icon: 'document',
  baseClasses: ['Document'],

  inputs: {
    webPath: {
      label: 'Web Path',
      type: 'string',
      placeholder: 'https://docs.gitbook.com/product-tour/navigation',
      description: 'URL of the page, or of the book to read all of it.',
    },
    shouldLoadAllPaths: {
      label: 'Should Load All Paths',
      type: 'boolean',
      description: 'Read all pages of the book.',
      optional: true,
    },
    textSplitter,
    metadata,
    omitMetadataKeys,
  },

  outputs: loaderOutputs((call: Call) => {
    const { webPath, shouldLoadAllPaths } = call.inputs
    const crawl = shouldLoadAllPaths ? crawlOf(webPath) : { url: webPath }
    return makeSource(call, {
      key: JSON.stringify(['gitbook', crawl, currentPeriod(24)]),
      load: () => readPages(crawl, 'main', call.ports),
    })
  }),
})

function crawlOf(url: string): Crawl {
  if (!URL.canParse(url)) {
    throw new AppError('INVALID_FLOW', `"${url}" is not the address of a web page.`)
  }
  const root = `${url.trim().replace(/\/+$/, '')}/sitemap.xml`
  return { url: root, method: 'scrapeXMLSitemap', limit: 0 }
}
