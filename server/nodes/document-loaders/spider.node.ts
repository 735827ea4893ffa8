import { spiderApi } from '#server/credentials/spider-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { markMarkdown } from '#server/engine/headings.ts'
import type { Json } from '#server/engine/inputs.ts'
import { asList, asObject } from '#server/nodes/tools/search/search-json.ts'
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

type Call = LoaderCall & {
  inputs: {
    readonly mode: 'scrape' | 'crawl'
    readonly url: string
    readonly limit: number | undefined
    readonly params: Json | undefined
  }
  credential: { readonly spiderApiKey: string }
  ports: LoaderPorts
}

export const spiderDocumentLoaders = defineNode({
  name: 'spiderDocumentLoaders',
  label: 'Spider Document Loaders',
  version: 2,
  category: 'Document Loaders',
  description: 'Reads web pages through Spider, which runs their scripts. Refreshed daily.',
  icon: 'document',
  baseClasses: ['Document'],
  credential: spiderApi,

  inputs: {
    textSplitter,
    mode: {
      label: 'Mode',
      type: 'options',
      options: [
        { label: 'Scrape', name: 'scrape', description: 'Reads one page.' },
        { label: 'Crawl', name: 'crawl', description: 'Follows links within the site.' },
      ],
      default: 'scrape',
    },
    url: { label: 'Web Page URL', type: 'string', placeholder: 'https://museum.example' },
    limit: {
      label: 'Limit',
      type: 'number',
      description: 'Max pages.',
      default: 25,
      step: 1,
      min: 1,
      optional: true,
    },
    params: {
      label: 'Additional Parameters',
      type: 'json',
      description: 'Additional Spider parameters.',
      placeholder: '{ "anti_bot": true }',
      optional: true,
      additionalParams: true,
    },
    metadata,
    omitMetadataKeys,
  },

  outputs: loaderOutputs((call: Call) => {
    const { inputs, credential, ports, signal } = call
    const { mode, url, limit = 25, params } = inputs
    const body = {
      ...asObject(params),
      url,
      return_format: 'markdown',
      limit: mode === 'crawl' ? Math.trunc(limit) : 1,
    }
    return makeSource(call, {
      key: JSON.stringify(['spider', mode, body, currentPeriod(24)]),
      async load() {
        const headers = { authorization: `Bearer ${credential.spiderApiKey}` }
        const service = { name: 'Spider', fetch: ports.fetch, headers, signal }
        const { results } = await requestService(service, `https://api.spider.cloud/${mode}`, { body })
        return asList(results).map(({ content, url: source }) =>
          markMarkdown({
            pageContent: typeof content === 'string' ? content : '',
            metadata: { source: typeof source === 'string' ? source : url },
          }),
        )
      },
    })
  }),
})
