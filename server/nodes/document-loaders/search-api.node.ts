import { searchApi as searchApiCredential } from '#server/credentials/search-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import type { Json } from '#server/engine/inputs.ts'
import { asObject } from '#server/nodes/tools/search/search-json.ts'
import { metadata, omitMetadataKeys, textSplitter } from './document-source.ts'
import { requestService } from './request-service.ts'
import { query, searchOutputs, toDocuments } from './search-loader.ts'

type Inputs = { readonly query: string | undefined; readonly customParameters: Json | undefined }
type Credential = { readonly searchApiKey: string }

export const searchApi = defineNode({
  name: 'searchApi',
  label: 'SearchApi For Web Search',
  version: 2,
  category: 'Document Loaders',
  description: 'Loads search results from SearchApi as documents. Refreshed daily.',
  icon: 'search',
  baseClasses: ['Document'],
  credential: searchApiCredential,

  inputs: {
    query: { ...query, optional: true },
    customParameters: {
      label: 'Custom Parameters',
      type: 'json',
      description: 'Additional SearchApi parameters: {"engine": "google_news"}.',
      optional: true,
      additionalParams: true,
    },
    textSplitter,
    metadata,
    omitMetadataKeys,
  },

  outputs: searchOutputs(
    'searchApi',
    ({ query: q, customParameters }: Inputs) => ({
      engine: 'google',
      ...(q !== undefined && { q }),
      ...plain(customParameters),
    }),
    async (requested: Record<string, string | number>, credential: Credential, reach) => {
      const headers = { authorization: `Bearer ${credential.searchApiKey}` }
      const url = 'https://www.searchapi.io/api/v1/search'
      const found = await requestService({ name: 'SearchApi', ...reach, headers }, url, { query: requested })
      return toDocuments(found.organic_results, { text: 'snippet', link: 'link', title: 'title' })
    },
  ),
})

function plain(parameters: Json | undefined): Record<string, string | number> {
  const entries = Object.entries(asObject(parameters) ?? {}).map(([name, value]) => [
    name,
    typeof value === 'number' ? value : typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return Object.fromEntries(entries)
}
