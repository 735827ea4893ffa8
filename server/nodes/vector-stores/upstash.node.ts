import { upstashVectorApi } from '#server/credentials/upstash-vector-api.credential.ts'
import { type AnyCall, defineNode } from '#server/engine/define-node.ts'
import type { Json } from '#server/engine/inputs.ts'
import { document, embeddings, fileUpload, recordManager, topK } from './common-inputs.ts'
import { type RestStore, type StoreCall, storeOutputs, storeUpsert } from './rest-store.ts'
import { type Filter, queryStore } from './store-handles.ts'

type Call = StoreCall & {
  inputs: { readonly upstashMetadataFilter: string | undefined }
  credential: { readonly UPSTASH_VECTOR_REST_URL: string; readonly UPSTASH_VECTOR_REST_TOKEN: string }
  ports: Pick<AnyCall['ports'], 'fetch'>
}
type Match = { score?: number; metadata?: Record<string, Json> | null }

/** The metadata key that other tools use for the text. */
const textKey = '_pageContentLC'

export const upstash = defineNode({
  name: 'upstash',
  label: 'Upstash Vector',
  version: 2,
  category: 'Vector Stores',
  description: 'Searches an index in Upstash Vector.',
  icon: 'store',
  baseClasses: ['Upstash', 'VectorStoreRetriever', 'BaseRetriever'],
  credential: upstashVectorApi,

  inputs: {
    document,
    embeddings,
    recordManager,
    fileUpload,
    upstashMetadataFilter: {
      label: 'Upstash Metadata Filter',
      type: 'string',
      description: "Upstash filter: city = 'Izmir' AND year > 2020.",
      acceptVariable: true,
      optional: true,
      additionalParams: true,
    },
    topK,
  },

  outputs: storeOutputs('Upstash', 'Upstash', open),
  upsert: storeUpsert(open),
})

function open({ inputs, credential, ports }: Call): RestStore {
  const base = credential.UPSTASH_VECTOR_REST_URL.trim().replace(/\/+$/, '')
  const headers = { authorization: `Bearer ${credential.UPSTASH_VECTOR_REST_TOKEN}` }
  const request = (path: string, body: object, method?: string) =>
    queryStore({ name: 'Upstash Vector', fetch: ports.fetch, headers }, base + path, body, method)
  return {
    name: base,
    async find({ vector, count, filter }) {
      const filterText = toText(filter) || inputs.upstashMetadataFilter
      const answer = await request('/query', {
        vector,
        topK: count,
        includeMetadata: true,
        ...(filterText && { filter: filterText }),
      })
      const { result } = (answer ?? {}) as { result?: Match[] | null }
      return (result ?? []).map(({ score = 0, metadata: stored }) => {
        const { [textKey]: text, ...metadata } = stored ?? {}
        return { pageContent: String(text ?? ''), metadata, score }
      })
    },
    async put(documents, vectors, ids) {
      const rows = documents.map(({ pageContent, metadata }, place) => ({
        id: ids[place],
        vector: vectors[place],
        metadata: { ...metadata, [textKey]: pageContent },
      }))
      await request('/upsert', rows)
    },
    async remove(ids) {
      await request('/delete', { ids }, 'DELETE')
    },
  }
}

function toText(filter: Filter): string {
  return Object.entries(filter ?? {})
    .map(([name, value]) =>
      Array.isArray(value) ? `${name} IN (${value.map(quote).join(', ')})` : `${name} = ${quote(value)}`,
    )
    .join(' AND ')
}

function quote(value: Json): string {
  return typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : `'${String(value).replaceAll("'", '')}'`
}
