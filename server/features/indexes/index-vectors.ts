import { LRUCache } from 'lru-cache'
import type { Store } from '#server/db/store.ts'
import { inSlices } from '#server/in-slices.ts'
import { fromBytes } from '#server/search/vector-bytes.ts'
import { createBitTable, createExactTable, type VectorTable } from '#server/search/vector-table.ts'
import { AppError } from '#shared/errors.ts'
import * as rows from './index-vectors.repository.ts'
import type { IndexRow, VectorSpaceRow } from './indexes.table.ts'

type Loaded = { version: number; spaceId: string; table: VectorTable }
type Deps = { store: Store; maxBytes?: number; exactBytes?: number }

/** Of all indexes together. */
const MAX_BYTES = 48 * 1024 * 1024
/** Up to this size of its vectors, an index is searched exactly. */
const EXACT_BYTES = 4 * 1024 * 1024
/** Upserts that end while an index is loaded are loaded too, unless they never stop. */
const MAX_ROUNDS = 5

/**
 * Vectors of indexes in memory, loaded on the first search of each version in slices, so that other requests run in
 * between. The least recently searched indexes are dropped. After an upsert only new vectors are read.
 */
export function createIndexVectors({ store, maxBytes = MAX_BYTES, exactBytes = EXACT_BYTES }: Deps) {
  const loaded = new LRUCache<string, Loaded>({
    maxSize: maxBytes,
    sizeCalculation: ({ table }) => Math.max(1, table.bytes),
  })
  const loading = new Map<string, Promise<Loaded>>()

  /** Of this version of the index or a later one. */
  async function open(index: IndexRow, space: VectorSpaceRow): Promise<VectorTable> {
    for (;;) {
      const known = loaded.get(index.id)
      if (known && known.spaceId === space.id && known.version >= index.version) {
        return known.table
      }
      const found = await (loading.get(index.id) ?? start(index, space))
      if (found.spaceId === space.id && found.version >= index.version) {
        return found.table
      }
    }
  }

  function start(index: IndexRow, space: VectorSpaceRow): Promise<Loaded> {
    const load = loadAll(index, space).finally(() => loading.delete(index.id))
    loading.set(index.id, load)
    return load
  }

  async function loadAll(index: IndexRow, space: VectorSpaceRow): Promise<Loaded> {
    let known = loaded.get(index.id)
    for (let round = 1; ; round += 1) {
      const state = newestOf(index, await rows.readState(store.db, index.id))
      const old = known?.spaceId === space.id ? known.table : undefined
      const table = await loadTable({ ...index, ...state }, space, old)
      known = { version: state.version, spaceId: space.id, table }
      const now = newestOf(state, await rows.readState(store.db, index.id))
      if (now.version === state.version || round === MAX_ROUNDS) {
        loaded.set(index.id, known)
        return known
      }
    }
  }

  async function loadTable(index: IndexRow, space: VectorSpaceRow, old: VectorTable | undefined) {
    const keys = await listKeys(index)
    const table = createTable(keys.length, space)
    const reused = old && old.isExact === table.isExact ? old : undefined
    const places = reused && (await placesOf(reused))
    const column = table.isExact ? 'vector' : 'bits'
    await inSlices(keys.length, async (from, to) => {
      const some = keys.slice(from, to)
      const fresh = some.filter(({ number }) => !places?.has(number))
      const hashes = fresh.map(({ hash }) => hash)
      const vectors = await rows.readVectors(store.db, space.id, { hashes, column })
      for (const { number, hash } of some) {
        const place = places?.get(number)
        const bytes = vectors.get(hash.toString('hex'))
        if (reused && place !== undefined) {
          table.copy(reused, place)
        } else if (bytes) {
          table.add({ number, hash, bytes })
        }
      }
      return true
    })
    return table
  }

  async function listKeys(index: IndexRow) {
    const keys: Omit<rows.ChunkKey, 'id'>[] = []
    let after = ''
    await inSlices(Number.POSITIVE_INFINITY, async (from, to) => {
      const some = await rows.listChunkKeys(store.db, index, { after, limit: to - from })
      after = some.at(-1)?.id ?? after
      for (const { number, hash } of some) {
        keys.push({ number, hash })
      }
      return some.length === to - from
    })
    return keys
  }

  function createTable(size: number, { dimensions, center }: VectorSpaceRow): VectorTable {
    if (size * dimensions * 4 <= exactBytes) {
      return createExactTable(size, dimensions)
    }
    const table = createBitTable(size, { dimensions, center: fromBytes(center) })
    if (table.bytes > maxBytes) {
      const sentence = `This index has ${size} chunks, which is too large to be searched by vectors. Split it into several.`
      throw new AppError('TOO_LARGE', sentence)
    }
    return table
  }

  return { open }
}

type State = Pick<IndexRow, 'version' | 'generation'>

function newestOf({ version, generation }: State, stored: State | undefined): State {
  return stored && stored.version > version ? stored : { version, generation }
}

async function placesOf(table: VectorTable): Promise<Map<number, number>> {
  const places = new Map<number, number>()
  await inSlices(table.size, async (from, to) => {
    for (let place = from; place < to; place += 1) {
      places.set(table.numberAt(place), place)
    }
    return true
  })
  return places
}
