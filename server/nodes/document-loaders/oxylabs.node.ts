import { oxylabsApi } from '#server/credentials/oxylabs-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import type { MarkedDocument } from '#server/engine/handles.ts'
import { asList, type Found } from '#server/nodes/tools/search/search-json.ts'
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
import { basic, requestService } from './request-service.ts'

const api = 'https://realtime.oxylabs.io/v1/queries'
/** Oxylabs answers when it has read the page, which takes up to two and a half minutes. */
const timeoutMs = 180_000
const agents = [
  ...['desktop', 'desktop_chrome', 'desktop_edge', 'desktop_firefox', 'desktop_opera', 'desktop_safari'],
  ...['mobile', 'mobile_android', 'mobile_ios', 'tablet', 'tablet_android', 'tablet_ios'],
]
/** These sources take the URL of a page, the others a query. */
const ofPages = new Set(['universal'])

type Call = LoaderCall & {
  inputs: {
    readonly query: string
    readonly source: string
    readonly geo_location: string | undefined
    readonly render: boolean | undefined
    readonly parse: boolean | undefined
    readonly user_agent_type: string | undefined
  }
  credential: { readonly username: string; readonly password: string }
  ports: LoaderPorts
}

export const oxylabs = defineNode({
  name: 'oxylabs',
  label: 'Oxylabs',
  version: 1,
  category: 'Document Loaders',
  description: 'Reads web pages, Google results and Amazon pages through Oxylabs. Refreshed daily.',
  icon: 'document',
  baseClasses: ['Document'],
  credential: oxylabsApi,

  inputs: {
    textSplitter,
    query: { label: 'Query', type: 'string', description: 'URL of a page, or search query.' },
    source: {
      label: 'Source',
      type: 'options',
      description: 'Where to read.',
      options: [
        { label: 'Universal', name: 'universal', description: 'Reads a web page.' },
        { label: 'Google Search', name: 'google_search' },
        { label: 'Amazon Product', name: 'amazon_product' },
        { label: 'Amazon Search', name: 'amazon_search' },
      ],
      default: 'universal',
    },
    geo_location: {
      label: 'Geolocation',
      type: 'string',
      description: 'Where the page is opened, such as a country or postal code.',
      optional: true,
      additionalParams: true,
    },
    render: {
      label: 'Render',
      type: 'boolean',
      description: 'Run the scripts of the page.',
      default: false,
      optional: true,
      additionalParams: true,
    },
    parse: {
      label: 'Parse',
      type: 'boolean',
      description: 'Return data instead of text.',
      default: false,
      optional: true,
      additionalParams: true,
    },
    user_agent_type: {
      label: 'User Agent Type',
      type: 'options',
      options: agents.map((name) => ({ label: name, name })),
      default: 'desktop',
      optional: true,
      additionalParams: true,
    },
    metadata,
    omitMetadataKeys,
  },

  outputs: loaderOutputs((call: Call) => {
    const { query, source, geo_location: place, render, parse, user_agent_type: agent } = call.inputs
    const body = {
      source,
      ...(ofPages.has(source) ? { url: query } : { query }),
      ...(place && { geo_location: place }),
      ...(render && { render: 'html' }),
      ...(parse && { parse: true }),
      ...(agent && { user_agent_type: agent }),
    }
    return makeSource(call, {
      key: JSON.stringify(['oxylabs', body, currentPeriod(24)]),
      async load() {
        const { credential, ports, signal } = call
        const headers = { authorization: basic(credential.username, credential.password) }
        const service = { name: 'Oxylabs', fetch: ports.fetch, headers, signal, timeoutMs }
        const { results } = await requestService(service, api, { body })
        const spend = characterBudget()
        const documents: MarkedDocument[] = []
        for (const result of asList(results)) {
          const document = await toDocument(result, query, ports)
          spend(document.pageContent)
          documents.push(document)
        }
        return documents
      },
    })
  }),
})

async function toDocument(
  { content, url }: Found,
  query: string,
  { readDocument }: LoaderPorts,
): Promise<MarkedDocument> {
  const source = { source: typeof url === 'string' ? url : query }
  if (typeof content !== 'string') {
    return { pageContent: JSON.stringify(content ?? null, null, 2), metadata: source }
  }
  const [read] =
    content.trim() === '' ? [] : await readDocument(new TextEncoder().encode(content), 'htmlAsMarkdown')
  return { pageContent: '', ...read, metadata: source }
}
