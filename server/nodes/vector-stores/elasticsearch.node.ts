import { elasticsearchApi } from '#server/credentials/elasticsearch-api.credential.ts'
import { type AnyCall, defineNode } from '#server/engine/define-node.ts'
import { document, embeddings, recordManager, topK } from './common-inputs.ts'
import { type RestStore, type StoreCall, storeOutputs, storeUpsert } from './rest-store.ts'
import { searchEngineStore } from './search-engine-store.ts'

type Call = StoreCall & {
  inputs: { readonly indexName: string; readonly similarity: string | undefined }
  credential: { readonly endpoint: string; readonly apiKey: string }
  ports: Pick<AnyCall['ports'], 'fetch'>
}

/** Minimum candidates per shard. Fewer are faster but miss more matches. */
const fewestCandidates = 100
const maxCandidates = 10_000

export const elasticsearch = defineNode({
  name: 'elasticsearch',
  label: 'Elasticsearch',
  version: 2,
  category: 'Vector Stores',
  description: 'Searches an index in Elasticsearch.',
  icon: 'store',
  baseClasses: ['Elasticsearch', 'VectorStoreRetriever', 'BaseRetriever'],
  credential: elasticsearchApi,

  inputs: {
    document,
    embeddings,
    recordManager,
    indexName: { label: 'Index Name', type: 'string', placeholder: 'museum' },
    topK,
    similarity: {
      label: 'Similarity',
      type: 'options',
      description: 'Distance metric for a new index.',
      options: [
        { label: 'l2_norm', name: 'l2_norm' },
        { label: 'dot_product', name: 'dot_product' },
        { label: 'cosine', name: 'cosine' },
      ],
      default: 'l2_norm',
      optional: true,
      additionalParams: true,
    },
  },

  outputs: storeOutputs('Elasticsearch', 'Elasticsearch', open),
  upsert: storeUpsert(open),
})

function open({ inputs, credential, ports }: Call): RestStore {
  return searchEngineStore({
    name: 'Elasticsearch',
    url: credential.endpoint,
    index: inputs.indexName,
    headers: { authorization: `ApiKey ${credential.apiKey}` },
    fetch: ports.fetch,
    settings: (dims) => ({
      mappings: {
        properties: {
          embedding: {
            type: 'dense_vector',
            dims,
            index: true,
            similarity: inputs.similarity ?? 'l2_norm',
          },
          text: { type: 'text' },
          metadata: { type: 'object' },
        },
      },
    }),
    query: (vector, count, filter) => ({
      size: count,
      _source: ['text', 'metadata'],
      knn: {
        field: 'embedding',
        query_vector: vector,
        k: Math.min(count, maxCandidates),
        num_candidates: Math.min(maxCandidates, Math.max(fewestCandidates, count * 10)),
        ...(filter.length > 0 && { filter }),
      },
    }),
  })
}
