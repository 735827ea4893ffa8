import { chromaApi } from '#server/credentials/chroma-api.credential.ts'
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
const defaultUrl = 'http://localhost:8000'

type Call = {
  isShared: boolean
  label: string
  inputs: {
    readonly document: DocumentSource[]
    readonly embeddings: Embeddings
    readonly topK: number | undefined
    readonly recordManager?: RecordManager | undefined
    readonly collectionName: string
    readonly chromaURL: string | undefined
    readonly chromaMetadataFilter: Json | undefined
  }
  credential:
    | {
        readonly chromaApiKey: string
        readonly chromaTenant: string | undefined
        readonly chromaDatabase: string | undefined
      }
    | undefined
  ports: Pick<AnyCall['ports'], 'fetch'>
}
/** A list per query vector. */
type Found = {
  documents?: (string | null)[][]
  metadatas?: (Record<string, Json> | null)[][]
  distances?: (number | null)[][]
}

const outputs = vectorStoreOutputs('Chroma', 'Chroma', storeOf)

export const chroma = defineNode({
  name: 'chroma',
  label: 'Chroma',
  version: 2,
  category: 'Vector Stores',
  description: 'Searches a collection in Chroma.',
  icon: 'store',
  baseClasses: ['Chroma', 'VectorStoreRetriever', 'BaseRetriever'],
  credential: chromaApi,
  credentialOptional: true,

  inputs: {
    document,
    embeddings,
    recordManager,
    collectionName: { label: 'Collection Name', type: 'string' },
    chromaURL: { label: 'Chroma URL', type: 'string', placeholder: defaultUrl, optional: true },
    fileUpload,
    chromaMetadataFilter: { label: 'Chroma Metadata Filter', type: 'json', acceptVariable: true, ...more },
    topK,
  },

  outputs,

  upsert: (call) =>
    upsertAll({
      label: call.label,
      report: call.ports.reportProgress,
      store: call.inputs.collectionName,
      manager: call.inputs.recordManager,
      sources: call.inputs.document,
      embed: (texts) => call.inputs.embeddings.embed(texts, 'document'),
      put: (...batch) => put(call, ...batch),
      remove: (ids) => remove(call, ids),
    }),
})

function storeOf(call: Call): VectorStore {
  if (call.inputs.chromaURL) {
    rejectSharedKey(call)
  }
  const { embeddings: model, chromaMetadataFilter } = call.inputs
  const own = readFilter(chromaMetadataFilter)
  return {
    async search(query, { count, filter }) {
      const [vector] = await model.embed([query], 'query')
      const where = filter && Object.keys(filter).length > 0 ? filter : own
      const answer = await request(call, `/collections/${await collectionOf(call)}/query`, {
        query_embeddings: [vector],
        n_results: count,
        include: ['documents', 'metadatas', 'distances'],
        ...(where && { where }),
      })
      const {
        documents: [texts = []] = [],
        metadatas: [metadata = []] = [],
        distances: [distances = []] = [],
      } = (answer ?? {}) as Found
      return texts.map((text, place) => ({
        pageContent: text ?? '',
        metadata: metadata[place] ?? {},
        score: 1 - (distances[place] ?? 1),
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
  if (call.inputs.chromaURL) {
    rejectSharedKey(call)
  }
  await request(call, `/collections/${await collectionOf(call)}/upsert`, {
    ids,
    embeddings: vectors,
    documents: documents.map(({ pageContent }) => pageContent),
    metadatas: documents.map(({ metadata }) => simple(metadata)),
  })
}

async function remove(call: Call, ids: readonly string[]) {
  if (call.inputs.chromaURL) {
    rejectSharedKey(call)
  }
  await request(call, `/collections/${await collectionOf(call)}/delete`, { ids })
}

async function collectionOf(call: Call): Promise<string> {
  const answer = await request(call, '/collections', {
    name: call.inputs.collectionName,
    get_or_create: true,
  })
  return encodeURIComponent(String((answer as { id?: unknown } | null)?.id ?? ''))
}

/** Chroma stores scalars only. */
function simple(metadata: Record<string, Json>) {
  const entries = Object.entries(metadata).map(([name, value]) => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : value,
  ])
  return entries.length > 0 ? Object.fromEntries(entries) : null
}

function request({ inputs, credential, ports }: Call, path: string, body: object) {
  const base = (inputs.chromaURL ?? defaultUrl).trim().replace(/\/+$/, '')
  const tenant = encodeURIComponent(credential?.chromaTenant ?? 'default_tenant')
  const database = encodeURIComponent(credential?.chromaDatabase ?? 'default_database')
  const headers = credential && { 'x-chroma-token': credential.chromaApiKey }
  const url = `${base}/api/v2/tenants/${tenant}/databases/${database}${path}`
  return queryStore({ name: 'Chroma', fetch: ports.fetch, ...(headers && { headers }) }, url, body)
}
