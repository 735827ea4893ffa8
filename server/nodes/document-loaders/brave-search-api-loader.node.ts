import { braveSearchApi } from '#server/credentials/brave-search-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
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
  inputs: { readonly query: string }
  credential: { readonly braveApiKey: string }
  ports: LoaderPorts
}

export const braveSearchApiLoader = defineNode({
  name: 'braveSearchApiLoader',
  label: 'BraveSearch API Document Loader',
  version: 2,
  category: 'Document Loaders',
  description: 'Takes what Brave finds on the web for documents. Asked anew once a day.',
  icon: 'search',
  baseClasses: ['Document'],
  credential: braveSearchApi,

  inputs: { query, textSplitter, metadata, omitMetadataKeys },

  outputs: loaderOutputs((call: Call) => {
    const { inputs, credential, ports } = call
    return makeSource(call, {
      key: JSON.stringify(['braveSearch', inputs.query, freshFor(24)]),
      async load() {
        const headers = { 'X-Subscription-Token': credential.braveApiKey }
        const service = { name: 'Brave Search', fetch: ports.fetch, headers }
        const url = 'https://api.search.brave.com/res/v1/web/search'
        const found = await askService(service, url, { query: { q: inputs.query } })
        return toDocuments(asObject(found.web)?.results, { text: 'description', link: 'url', title: 'title' })
      },
    })
  }),
})
