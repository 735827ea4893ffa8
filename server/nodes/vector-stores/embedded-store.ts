import type { AnyCall } from '#server/engine/define-node.ts'
import type { DocumentSource, Embeddings, RecordManager, VectorStore } from '#server/engine/handles.ts'
import { AppError } from '#shared/errors.ts'
import { countsOf, planUpsert, readPieces, recordOf } from './upsert-all.ts'

export type EmbeddedCall = {
  inputs: {
    readonly document: DocumentSource[]
    readonly embeddings: Embeddings
    readonly recordManager?: RecordManager | undefined
  }
  label: string
  ports: Pick<AnyCall['ports'], 'openIndex' | 'reportProgress'>
}

/**
 * An index on this server over the connected documents. The first question builds it, a changed source rebuilds
 * it, and every later question costs one embedding.
 */
export function embeddedStore(
  { inputs, label, ports }: EmbeddedCall,
  search: 'vector' | 'hybrid',
): VectorStore {
  const { document: sources, embeddings } = inputs
  if (sources.length === 0) {
    throw new AppError('INVALID_FLOW', `${label}: connect the documents that are to be found.`)
  }
  const recipe = {
    key: JSON.stringify(sources.map(({ key }) => key)),
    space: embeddings.key,
    load: async () => (await Promise.all(sources.map((source) => source.load()))).flat(),
    embed: (texts: readonly string[]) => embeddings.embed(texts, 'document'),
  }
  return {
    async search(query, { count, filter }) {
      const index = await ports.openIndex(recipe)
      if (index.size === 0) {
        return []
      }
      const [vector] = await embeddings.embed([query], 'query')
      return index.search({ count, filter, vector, words: search === 'hybrid' ? query : undefined })
    },
  }
}

/**
 * Builds the index now instead of with the first question. The index holds only the connected documents, so old
 * ones are removed whatever the cleanup setting.
 */
export async function upsertEmbedded({ inputs, label, ports }: EmbeddedCall) {
  const { document: sources, embeddings, recordManager } = inputs
  const pieces = await readPieces(sources)
  const manager = recordManager && { ...recordManager, cleanup: 'full' as const }
  const records = manager?.recordsOf(embeddings.key)
  const plan = await planUpsert(pieces, { manager, records, label })
  await ports.openIndex({
    key: JSON.stringify(sources.map(({ key }) => key)),
    space: embeddings.key,
    load: async () => pieces.map(({ document }) => document),
    embed: countEmbedded(pieces.length, embeddings, ports.reportProgress),
  })
  await records?.store(plan.fresh.map((piece) => recordOf(piece, manager)))
  await records?.forget(plan.stale)
  return countsOf(plan)
}

/** The index asks for the texts that are new to it, so the count may end below the total. */
function countEmbedded(
  total: number,
  embeddings: Embeddings,
  report: AnyCall['ports']['reportProgress'],
): Embeddings['embed'] {
  let done = 0
  return async (texts) => {
    const vectors = await embeddings.embed(texts, 'document')
    done += texts.length
    report?.({ unit: 'chunks', done, total })
    return vectors
  }
}
