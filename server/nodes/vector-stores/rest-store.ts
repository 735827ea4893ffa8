import type { AnyCall } from '#server/engine/define-node.ts'
import type {
  Document,
  DocumentSource,
  Embeddings,
  RecordManager,
  ScoredDocument,
  VectorStore,
} from '#server/engine/handles.ts'
import { rejectSharedKey } from './reject-shared-key.ts'
import { type Filter, vectorStoreOutputs } from './store-handles.ts'
import { upsertAll } from './upsert-all.ts'

export type RestStore = {
  name: string
  find(requested: {
    vector: number[]
    query: string
    count: number
    filter: Filter
  }): Promise<ScoredDocument[]>
  put(documents: readonly Document[], vectors: readonly number[][], ids: readonly string[]): Promise<void>
  remove(ids: readonly string[]): Promise<void>
}

export type StoreCall = {
  label: string
  isShared: boolean
  ports: Pick<AnyCall['ports'], 'reportProgress'>
  inputs: {
    readonly document: DocumentSource[]
    readonly embeddings: Embeddings
    readonly recordManager?: RecordManager | undefined
    readonly topK: number | undefined
  }
}

export function storeOutputs<const Kind extends string, Call extends StoreCall>(
  kind: Kind,
  label: string,
  open: (call: Call) => RestStore,
) {
  return vectorStoreOutputs(kind, label, (call: Call) => searching(call, open))
}

export function storeUpsert<Call extends StoreCall>(open: (call: Call) => RestStore) {
  return async (call: Call) => {
    rejectSharedKey(call)
    const { document: sources, embeddings, recordManager: manager } = call.inputs
    const { name, put, remove } = open(call)
    return upsertAll({
      label: call.label,
      report: call.ports.reportProgress,
      store: name,
      sources,
      manager,
      embed: (texts) => embeddings.embed(texts, 'document'),
      put,
      remove,
    })
  }
}

function searching<Call extends StoreCall>(call: Call, open: (call: Call) => RestStore): VectorStore {
  rejectSharedKey(call)
  const store = open(call)
  return {
    async search(query, { count, filter }) {
      const [vector = []] = await call.inputs.embeddings.embed([query], 'query')
      return store.find({ vector, query, count, filter })
    },
  }
}
