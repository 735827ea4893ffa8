import { qdrantApi } from '#server/credentials/qdrant-api.credential.ts'
import { type AnyCall, defineNode } from '#server/engine/define-node.ts'
import type {
  Document,
  DocumentSource,
  Embeddings,
  RecordManager,
  VectorStore,
} from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import { document, embeddings, fileUpload, recordManager, topK } from './common-inputs.ts'
import { rejectSharedKey } from './reject-shared-key.ts'
import { queryStore, readFilter, vectorStoreOutputs } from './store-handles.ts'
import { upsertAll } from './upsert-all.ts'

const more = { optional: true, additionalParams: true } as const

type Call = {
  isShared: boolean
  label: string
  inputs: {
    readonly document: DocumentSource[]
    readonly embeddings: Embeddings
    readonly topK: number | undefined
    readonly recordManager?: RecordManager | undefined
    readonly qdrantServerUrl: string
    readonly qdrantCollection: string
    readonly contentPayloadKey: string | undefined
    readonly metadataPayloadKey: string | undefined
    readonly qdrantSimilarity: string | undefined
    readonly qdrantFilter: Json | undefined
  }
  credential: { readonly qdrantApiKey: string } | undefined
  ports: Pick<AnyCall['ports'], 'fetch'>
}
type Point = { score?: number; payload?: Record<string, Json> }

const outputs = vectorStoreOutputs('Qdrant', 'Qdrant', storeOf)

export const qdrant = defineNode({
  name: 'qdrant',
  label: 'Qdrant',
  version: 5,
  category: 'Vector Stores',
  description: 'Searches a collection in Qdrant.',
  icon: 'store',
  baseClasses: ['Qdrant', 'VectorStoreRetriever', 'BaseRetriever'],
  credential: qdrantApi,
  credentialOptional: true,

  inputs: {
    document,
    embeddings,
    recordManager,
    qdrantServerUrl: { label: 'Qdrant Server URL', type: 'string', placeholder: 'http://localhost:6333' },
    qdrantCollection: { label: 'Qdrant Collection Name', type: 'string' },
    fileUpload,
    qdrantVectorDimension: {
      label: 'Vector Dimension',
      type: 'number',
      description: 'Legacy setting, no effect.',
      default: 1536,
      ...more,
    },
    contentPayloadKey: { label: 'Content Key', type: 'string', default: 'content', ...more },
    metadataPayloadKey: { label: 'Metadata Key', type: 'string', default: 'metadata', ...more },
    batchSize: { label: 'Upsert Batch Size', type: 'number', step: 1, min: 1, ...more },
    qdrantSimilarity: {
      label: 'Similarity',
      type: 'options',
      description: 'Distance metric for a new collection.',
      options: [
        { label: 'Cosine', name: 'Cosine' },
        { label: 'Euclid', name: 'Euclid' },
        { label: 'Dot', name: 'Dot' },
      ],
      default: 'Cosine',
      ...more,
    },
    qdrantCollectionConfiguration: { label: 'Additional Collection Configuration', type: 'json', ...more },
    topK,
    qdrantFilter: {
      label: 'Qdrant Search Filter',
      type: 'json',
      description: 'Qdrant filter: {"must": [...]}.',
      acceptVariable: true,
      ...more,
    },
  },

  outputs,

  upsert: (call) =>
    upsertAll({
      label: call.label,
      report: call.ports.reportProgress,
      store: call.inputs.qdrantCollection,
      manager: call.inputs.recordManager,
      sources: call.inputs.document,
      embed: (texts) => call.inputs.embeddings.embed(texts, 'document'),
      put: (...batch) => put(call, ...batch),
      remove: (ids) => remove(call, ids),
    }),
})

function storeOf(call: Call): VectorStore {
  rejectSharedKey(call)
  const {
    embeddings: model,
    contentPayloadKey = 'content',
    metadataPayloadKey = 'metadata',
    qdrantFilter,
  } = call.inputs
  const own = readFilter(qdrantFilter)
  return {
    async search(query, { count, filter }) {
      const [vector] = await model.embed([query], 'query')
      const must = Object.entries(filter ?? {}).map(([name, value]) => ({
        key: `${metadataPayloadKey}.${name}`,
        match: Array.isArray(value) ? { any: value } : { value },
      }))
      const answer = await request(call, '/points/search', {
        vector,
        limit: count,
        with_payload: true,
        ...(must.length > 0 ? { filter: { must } } : own && { filter: own }),
      })
      const { result = [] } = (answer ?? {}) as { result?: Point[] }
      return result.map(({ score = 0, payload = {} }) => ({
        pageContent: String(payload[contentPayloadKey] ?? ''),
        metadata: (payload[metadataPayloadKey] ?? {}) as Record<string, Json>,
        score,
      }))
    },
  }
}

async function put(
  call: Call,
  documents: readonly Document[],
  vectors: readonly number[][],
  ids: readonly string[],
) {
  rejectSharedKey(call)
  const {
    contentPayloadKey = 'content',
    metadataPayloadKey = 'metadata',
    qdrantSimilarity = 'Cosine',
  } = call.inputs
  const exists = await request(call, '/exists')
  if (!(exists as { result?: { exists?: boolean } } | null)?.result?.exists) {
    await request(call, '', { vectors: { size: vectors[0]?.length ?? 0, distance: qdrantSimilarity } }, 'PUT')
  }
  const points = documents.map(({ pageContent, metadata }, place) => ({
    id: ids[place],
    vector: vectors[place],
    payload: { [contentPayloadKey]: pageContent, [metadataPayloadKey]: metadata },
  }))
  await request(call, '/points?wait=true', { points }, 'PUT')
}

async function remove(call: Call, ids: readonly string[]) {
  rejectSharedKey(call)
  await request(call, '/points/delete?wait=true', { points: ids })
}

function request({ inputs, credential, ports }: Call, path: string, body?: object, method?: string) {
  const base = inputs.qdrantServerUrl.trim().replace(/\/+$/, '')
  const headers = credential && { 'api-key': credential.qdrantApiKey }
  const url = `${base}/collections/${encodeURIComponent(inputs.qdrantCollection)}${path}`
  return queryStore({ name: 'Qdrant', fetch: ports.fetch, ...(headers && { headers }) }, url, body, method)
}
