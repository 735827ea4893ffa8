import { openSearchUrl } from '#server/credentials/open-search-url.credential.ts'
import { type AnyCall, defineNode } from '#server/engine/define-node.ts'
import type { Json } from '#server/engine/inputs.ts'
import { basic } from '#server/nodes/document-loaders/request-service.ts'
import { document, embeddings, topK } from './common-inputs.ts'
import { type RestStore, type StoreCall, storeOutputs, storeUpsert } from './rest-store.ts'
import { searchEngineStore } from './search-engine-store.ts'

type Call = StoreCall & {
  inputs: { readonly indexName: string }
  credential: {
    readonly openSearchUrl: string
    readonly user: string | undefined
    readonly password: string | undefined
  }
  ports: Pick<AnyCall['ports'], 'fetch'>
}

export const openSearch = defineNode({
  name: 'openSearch',
  label: 'OpenSearch',
  version: 4,
  category: 'Vector Stores',
  description: 'Searches an index in OpenSearch.',
  icon: 'store',
  baseClasses: ['OpenSearch', 'VectorStoreRetriever', 'BaseRetriever'],
  credential: openSearchUrl,

  inputs: {
    document,
    embeddings,
    indexName: { label: 'Index Name', type: 'string', placeholder: 'museum' },
    topK,
  },

  outputs: storeOutputs('OpenSearch', 'OpenSearch', open),
  upsert: storeUpsert(open),
})

function open({ inputs, credential, ports }: Call): RestStore {
  const { user, password, openSearchUrl: url } = credential
  return searchEngineStore({
    name: 'OpenSearch',
    url,
    index: inputs.indexName,
    headers: user && password ? { authorization: basic(user, password) } : {},
    fetch: ports.fetch,
    settings: (dimension) => ({
      settings: { index: { knn: true } },
      mappings: {
        properties: {
          embedding: {
            type: 'knn_vector',
            dimension,
            method: { name: 'hnsw', engine: 'lucene', space_type: 'l2' },
          },
          text: { type: 'text' },
          metadata: { type: 'object' },
        },
      },
    }),
    query: (vector, count, filter) => ({
      size: count,
      _source: ['text', 'metadata'],
      query: near({ vector, k: count, ...(filter.length > 0 && { filter: { bool: { filter } } }) }),
    }),
  })
}

function near(embedding: { [key: string]: Json }): Json {
  return { knn: { embedding } }
}
