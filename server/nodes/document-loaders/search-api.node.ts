import { searchApi as searchApiCredential } from '#server/credentials/search-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import type { Json } from '#server/engine/inputs.ts'
import { asObject } from '#server/nodes/tools/search/search-json.ts'
import { askService } from './ask-service.ts'
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
import { query, toDocuments } from './search-loader.ts'

type Call = LoaderCall & {
  inputs: { readonly query: string | undefined; readonly customParameters: Json | undefined }
  credential: { readonly searchApiKey: string }
  ports: LoaderPorts
}

export const searchApi = defineNode({
  name: 'searchApi',
  label: 'SearchApi For Web Search',
  version: 2,
  category: 'Document Loaders',
  description: 'Takes what a search engine finds, through SearchApi, for documents. Asked anew once a day.',
  icon: 'search',
  baseClasses: ['Document'],
  credential: searchApiCredential,

  inputs: {
    query: { ...query, optional: true },
    customParameters: {
      label: 'Custom Parameters',
      type: 'json',
      description: 'Further parameters of SearchApi: {"engine": "google_news"}.',
      optional: true,
      additionalParams: true,
    },
    textSplitter,
    metadata,
    omitMetadataKeys,
  },

  outputs: loaderOutputs((call: Call) => {
    const { inputs, credential, ports } = call
    const asked = {
      engine: 'google',
      ...(inputs.query !== undefined && { q: inputs.query }),
      ...plain(inputs.customParameters),
    }
    return makeSource(call, {
      key: JSON.stringify(['searchApi', asked, freshFor(24)]),
      async load() {
        const headers = { authorization: `Bearer ${credential.searchApiKey}` }
        const service = { name: 'SearchApi', fetch: ports.fetch, headers }
        const found = await askService(service, 'https://www.searchapi.io/api/v1/search', { query: asked })
        return toDocuments(found.organic_results, { text: 'snippet', link: 'link', title: 'title' })
      },
    })
  }),
})

function plain(parameters: Json | undefined): Record<string, string | number> {
  const entries = Object.entries(asObject(parameters) ?? {}).map(([name, value]) => [
    name,
    typeof value === 'number' ? value : typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return Object.fromEntries(entries)
}
