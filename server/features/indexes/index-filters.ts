import { LRUCache } from 'lru-cache'
import type { Store } from '#server/db/store.ts'
import type { Json } from '#server/engine/inputs.ts'
import { inSlices } from '#server/in-slices.ts'
import * as rows from './index-search.repository.ts'
import type { IndexRow } from './indexes.table.ts'

/** Numbers of the chunks with each value of one field of the metadata. */
type Field = { values: Map<Json | undefined, Set<number>>; size: number }

export type Filter = {
  isAllowed(number: number): boolean
  /** Not fewer than the chunks that are allowed. */
  max: number
  /** Only worth calling where `max` is small. */
  list(): number[]
}

const MAX_BYTES = 12 * 1024 * 1024
/** Estimates of an entry of a set, and of a set. */
const BYTES = { number: 40, value: 250 }

/**
 * Which chunks of an index have certain metadata. All values of a field are read at once and cached, so that filters by
 * customer or by document cost one pass per upsert.
 */
export function createIndexFilters({ store }: { store: Store }) {
  const fields = new LRUCache<string, Field>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ size, values }) => 1 + size * BYTES.number + values.size * BYTES.value,
  })
  const loading = new Map<string, Promise<Field>>()

  async function open(index: IndexRow, filter: Record<string, Json> = {}): Promise<Filter | undefined> {
    const entries = Object.entries(filter)
    if (entries.length === 0) {
      return undefined
    }
    const conditions = await Promise.all(
      entries.map(async ([name, value]) => {
        const { values } = await fieldOf(index, name)
        return [value].flat().flatMap((each) => values.get(each) ?? [])
      }),
    )
    const sizeOf = (sets: Set<number>[]) => sets.reduce((sum, { size }) => sum + size, 0)
    const smallest = conditions.toSorted((a, b) => sizeOf(a) - sizeOf(b))[0] ?? []
    const isAllowed = (number: number) => conditions.every((sets) => sets.some((set) => set.has(number)))
    return {
      isAllowed,
      max: sizeOf(smallest),
      list: () => smallest.flatMap((set) => [...set]).filter(isAllowed),
    }
  }

  async function fieldOf(index: IndexRow, name: string): Promise<Field> {
    const key = JSON.stringify([index.id, index.version, name])
    const found = fields.get(key) ?? loading.get(key)
    if (found) {
      return found
    }
    const load = loadField(index, name).finally(() => loading.delete(key))
    loading.set(key, load)
    const field = await load
    fields.set(key, field)
    return field
  }

  async function loadField(index: IndexRow, name: string): Promise<Field> {
    const field: Field = { values: new Map(), size: 0 }
    let after = ''
    await inSlices(Number.POSITIVE_INFINITY, async (from, to) => {
      const some = await rows.listMetadata(store.db, index, { after, limit: to - from })
      after = some.at(-1)?.id ?? after
      for (const { number, metadata } of some) {
        if (Object.hasOwn(metadata, name)) {
          const value = metadata[name]
          const numbers = field.values.get(value) ?? new Set()
          field.values.set(value, numbers.add(number))
          field.size += 1
        }
      }
      return some.length === to - from
    })
    return field
  }

  return { open }
}
