import type { Store } from '#server/db/store.ts'
import { estimateTokens } from '#server/engine/estimate.ts'
import type { IndexesService } from '#server/features/indexes/indexes.service.ts'
import { textsOf } from './pending-chunks.ts'
import { listSources } from './store-sources.repository.ts'

type Deps = { store: Store; indexes: Pick<IndexesService, 'listUnembedded'> }
type Request = { id: string; key: string; sourceIds: readonly string[] | undefined }

/** Counts the chunks an upsert would embed with the model of this space. */
export function createUnembeddedCount({ store, indexes }: Deps) {
  return async (userId: string, { id, key, sourceIds }: Request) => {
    const unembedded = new Set<string>()
    const sum = { chunks: 0, toEmbed: 0, tokens: 0 }
    const all = await listSources(store.db, id)
    for (const source of all.filter((each) => sourceIds?.includes(each.id) ?? true)) {
      for await (const texts of textsOf(store, source)) {
        const found = await indexes.listUnembedded(userId, key, texts)
        sum.chunks += texts.length
        sum.toEmbed += found.length
        found.forEach((text) => void unembedded.add(text))
      }
    }
    // The same text is embedded once.
    for (const text of unembedded) {
      sum.tokens += estimateTokens(text) + 1
    }
    return sum
  }
}
