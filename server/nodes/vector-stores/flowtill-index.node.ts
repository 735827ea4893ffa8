import { type AnyCall, defineNode } from '#server/engine/define-node.ts'
import type { DocumentSource, Embeddings, RecordManager, VectorStore } from '#server/engine/handles.ts'
import type { IndexedChunk, NamedIndex } from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'
import { document, embeddings, recordManager, topK } from './common-inputs.ts'
import { countOf, toRetriever } from './store-handles.ts'
import { countsOf, inBatches, type Piece, planUpsert, readPieces, recordOf } from './upsert-all.ts'

const more = { optional: true, additionalParams: true } as const

type Call = {
  inputs: {
    readonly document: DocumentSource[]
    readonly embeddings: Embeddings
    readonly recordManager?: RecordManager | undefined
    readonly collection: string | undefined
    readonly minScore: number | undefined
    readonly topK: number | undefined
    readonly cleanup: string | undefined
    readonly sourceIdKey: string | undefined
  }
  label: string
  turn: Pick<AnyCall['turn'], 'flowId'>
  ports: Pick<AnyCall['ports'], 'namedIndex' | 'reportProgress'>
}

export const flowtillIndex = defineNode({
  name: 'flowtillIndex',
  label: 'Flowtill Hybrid Index',
  version: 1,
  category: 'Vector Stores',
  description:
    'A lasting index on this server, searched by meaning and keywords. Upsert documents into it first.',
  icon: 'store',
  baseClasses: ['FlowtillIndex', 'VectorStoreRetriever', 'BaseRetriever'],

  inputs: {
    document,
    embeddings,
    recordManager,
    collection: {
      label: 'Collection',
      type: 'string',
      description:
        'Name of the index. Your flows share indexes of the same name. Default: one for this flow.',
      placeholder: 'shop_knowledge',
      optional: true,
    },
    topK: { ...topK, additionalParams: false },
    minScore: {
      label: 'Minimum Score',
      type: 'number',
      description: 'Leaves out chunks less similar than this, from 0 to 1.',
      placeholder: '0.35',
      ...{ step: 0.05, min: 0, max: 1 },
      ...more,
    },
    cleanup: {
      label: 'Cleanup',
      type: 'options',
      description: 'Chunks removed by an upsert. A record manager decides instead where one is connected.',
      options: [
        { label: 'Full', name: 'full', description: 'All that the documents do not contain any more.' },
        {
          label: 'Incremental',
          name: 'incremental',
          description: 'Outdated chunks of the sources that are read.',
        },
        { label: 'None', name: 'none' },
      ],
      default: 'full',
      ...more,
    },
    sourceIdKey: {
      label: 'Source Id Key',
      type: 'string',
      description: 'Metadata key that names the source of a chunk.',
      default: 'source',
      placeholder: 'source',
      ...more,
    },
  },

  outputs: {
    retriever: {
      label: 'Flowtill Retriever',
      baseClasses: ['FlowtillIndex', 'VectorStoreRetriever', 'BaseRetriever'],
      build: (call) => toRetriever(storeOf(call), call.inputs.topK),
    },
    vectorStore: {
      label: 'Flowtill Vector Store',
      baseClasses: ['FlowtillIndex', 'VectorStore'],
      build: (call) => storeOf(call),
    },
  },

  upsert,
})

function indexOf({ inputs, turn, ports }: Call): NamedIndex {
  return ports.namedIndex(inputs.collection?.trim() || turn.flowId)
}

function storeOf(call: Call): VectorStore {
  const index = indexOf(call)
  const { embeddings: model, minScore = 0 } = call.inputs
  return {
    async search(query, { count, filter }) {
      if ((await index.size()) === 0) {
        return []
      }
      const [vector] = await model.embed([query], 'query')
      const found = await index.search(model.key, { count: countOf(count), filter, vector, words: query })
      return found.filter(({ score }) => score >= minScore)
    },
  }
}

/**
 * The connected documents become the contents of the index, unless a record manager says otherwise. Chunks are staged in
 * batches and published together, so that searches find the old contents until the new ones are complete.
 */
async function upsert(call: Call) {
  const { inputs, label, ports } = call
  const { document: sources, embeddings: model, recordManager: given } = inputs
  if (sources.length === 0) {
    throw new AppError('INVALID_FLOW', `${label}: connect the documents that are to be found.`)
  }
  const index = indexOf(call)
  const pieces = await readPieces(sources)
  const records = await index.records(model.key)
  const manager = { ...(given ?? cleanupOf(inputs)), recordsOf: () => recordsOf(records) }
  const plan = await planUpsert(pieces, { manager, records: recordsOf(records), label })
  const places = placesOf(pieces, manager)
  let done = 0
  for (const batch of inBatches(plan.fresh)) {
    ports.reportProgress?.({ unit: 'chunks', done, total: plan.fresh.length })
    await model.embed(
      batch.map(({ document: { pageContent } }) => pageContent),
      'document',
    )
    await index.stage(
      model.key,
      batch.map((piece) => toChunk(piece, places, manager)),
    )
    done += batch.length
  }
  ports.reportProgress?.({ unit: 'chunks', done, total: plan.fresh.length })
  const upserted = countsOf(plan)
  await index.publish(model.key, { fresh: plan.fresh.map(({ id }) => id), stale: plan.stale }, upserted)
  return upserted
}

function cleanupOf({ cleanup, sourceIdKey }: Call['inputs']): Pick<RecordManager, 'cleanup' | 'sourceIdKey'> {
  return {
    cleanup: cleanup === 'none' || cleanup === 'incremental' ? cleanup : 'full',
    sourceIdKey: sourceIdKey || 'source',
  }
}

/** The index knows its own chunks, so they are not recorded elsewhere. */
function recordsOf(records: Awaited<ReturnType<NamedIndex['records']>>) {
  const nothing = async () => undefined
  return { all: async () => records, store: nothing, forget: nothing }
}

/** The place of every piece in its source. */
function placesOf(pieces: readonly Piece[], manager: RecordManager) {
  const counts = new Map<string | null, number>()
  return new Map(
    pieces.map((piece) => {
      const { source } = recordOf(piece, manager)
      const place = counts.get(source) ?? 0
      counts.set(source, place + 1)
      return [piece.id, place]
    }),
  )
}

function toChunk(piece: Piece, places: ReadonlyMap<string, number>, manager: RecordManager): IndexedChunk {
  const { source } = recordOf(piece, manager)
  return { ...piece.document, id: piece.id, source, position: places.get(piece.id) ?? 0 }
}
