import { braveSearchApi } from '#server/credentials/brave-search-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { asObject } from '#server/nodes/tools/search/search-json.ts'
import { metadata, omitMetadataKeys, textSplitter } from './document-source.ts'
import { requestService } from './request-service.ts'
import { query, searchOutputs, toDocuments } from './search-loader.ts'

type Inputs = { readonly query: string }
type Credential = { readonly braveApiKey: string }

export const braveSearchApiLoader = defineNode({
  name: 'braveSearchApiLoader',
  label: 'BraveSearch API Document Loader',
  version: 2,
  category: 'Document Loaders',
  description: 'Loads Brave web search results as documents. Refreshed daily.',
  icon: 'search',
  baseClasses: ['Document'],
  credential: braveSearchApi,

  inputs: { query, textSplitter, metadata, omitMetadataKeys },

  outputs: searchOutputs(
    'braveSearch',
    (inputs: Inputs) => inputs.query,
    async (q, credential: Credential, reach) => {
      const headers = { 'X-Subscription-Token': credential.braveApiKey }
      const url = 'https://api.search.brave.com/res/v1/web/search'
      const found = await requestService({ name: 'Brave Search', ...reach, headers }, url, { query: { q } })
      return toDocuments(asObject(found.web)?.results, { text: 'description', link: 'url', title: 'title' })
    },
  ),
})
