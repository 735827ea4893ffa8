import type { AnyCall } from '#server/engine/define-node.ts'
import type { DocumentSource, Embeddings, VectorStore } from '#server/engine/handles.ts'
import { AppError } from '#shared/errors.ts'

export type EmbeddedCall = {
  inputs: { readonly document: DocumentSource[]; readonly embeddings: Embeddings }
  label: string
  ports: Pick<AnyCall['ports'], 'openIndex'>
}

/**
 * This server's own index over the connected documents: built with the first question for all that follow, and again when
 * something it is made of has changed. A question costs one embedding.
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

/** Builds the index now, rather than with the first question. */
export async function upsertEmbedded({ inputs, ports }: EmbeddedCall) {
  const { document: sources, embeddings } = inputs
  const addedDocs = (await Promise.all(sources.map((source) => source.load()))).flat()
  const index = await ports.openIndex({
    key: JSON.stringify(sources.map(({ key }) => key)),
    space: embeddings.key,
    load: async () => addedDocs,
    embed: (texts) => embeddings.embed(texts, 'document'),
  })
  const { size } = index
  return { numAdded: size, numDeleted: 0, numUpdated: 0, numSkipped: 0, totalKeys: size, addedDocs }
}
