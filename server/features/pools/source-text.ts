import type { z } from 'zod'
import type { Store } from '#server/db/store.ts'
import type { sourceTextInput, sourceTextSchema } from '#shared/pools.ts'
import { placeOf } from './ask-pool.ts'
import type { PoolCaller, PoolReads } from './pool-reads.ts'
import * as rows from './pools.repository.ts'

type Deps = { store: Store; reads: PoolReads }
type SourceTextDto = z.input<typeof sourceTextSchema>

/** Longest repetition that is looked for between two chunks. */
const MAX_OVERLAP = 1_000

/** The text of a source around a passage. Of a source that is gone, the passage alone. */
export function createSourceTexts({ store, reads }: Deps) {
  return async (
    caller: PoolCaller,
    { poolId, sourceId, around, passage, reach }: z.output<typeof sourceTextInput>,
  ): Promise<SourceTextDto> => {
    const pool = await reads.getPool(store.db, caller, poolId)
    const source = await rows.findSource(store.db, pool.id, sourceId)
    if (!source) {
      return removed(around, passage)
    }
    const found = passage === undefined ? around : await rows.findChunk(store.db, source, passage)
    const last = Math.max(1, source.totalChunks)
    const center = Math.min(last, found ?? around)
    const from = Math.max(1, center - reach)
    // With the one before, whose end the first may repeat.
    const chunks = await rows.listChunks(store.db, source, { from: from - 1, to: center + reach })
    return {
      ...{ name: source.name, isRemoved: false, pages: source.pages, createdDate: source.createdDate },
      total: source.totalChunks,
      passage: passage === undefined || found === undefined ? null : found,
      chunks: chunks
        .map(({ chunkNo: position, pageContent: text, metadata }, place) => ({
          ...{ position, text, ...placeOf(metadata) },
          overlap: overlapOf(chunks[place - 1]?.pageContent ?? '', text),
        }))
        .filter(({ position }) => position >= from),
    }
  }
}

function removed(position: number, text: string | undefined): SourceTextDto {
  const place = { page: null, heading: null, overlap: 0 }
  return {
    ...{ name: '', isRemoved: true, pages: null, createdDate: null, total: 0 },
    passage: text === undefined ? null : position,
    chunks: text === undefined ? [] : [{ position, text, ...place }],
  }
}

/** Characters at the beginning of a text that are the end of the text before. */
function overlapOf(before: string, text: string): number {
  for (let length = Math.min(MAX_OVERLAP, before.length, text.length); length > 0; length -= 1) {
    if (before.endsWith(text.slice(0, length))) {
      return length
    }
  }
  return 0
}
