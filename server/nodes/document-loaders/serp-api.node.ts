import { serpApi as serpApiCredential } from '#server/credentials/serp-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { metadata, omitMetadataKeys, textSplitter } from './document-source.ts'
import { requestService } from './request-service.ts'
import { query, searchOutputs, toDocuments } from './search-loader.ts'

type Inputs = { readonly query: string }
type Credential = { readonly serpApiKey: string }

export const serpApi = defineNode({
  name: 'serpApi',
  label: 'SerpApi For Web Search',
  version: 2,
  category: 'Document Loaders',
  description: 'Loads Google results from SerpApi as documents. Refreshed daily.',
  icon: 'search',
  baseClasses: ['Document'],
  credential: serpApiCredential,

  inputs: { query, textSplitter, metadata, omitMetadataKeys },

  outputs: searchOutputs(
    'serpApi',
    (inputs: Inputs) => inputs.query,
    async (q, credential: Credential, reach) => {
      const requested = { engine: 'google', api_key: credential.serpApiKey, q }
      const url = 'https://serpapi.com/search.json'
      const found = await requestService({ name: 'SerpApi', ...reach, headers: {} }, url, {
        query: requested,
      })
      return toDocuments(found.organic_results, { text: 'snippet', link: 'link', title: 'title' })
    },
  ),
})
