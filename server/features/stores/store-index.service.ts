import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { Reader, Store } from '#server/db/store.ts'
import { describeModel, type Openers } from '#server/engine/estimate-flow.ts'
import type { Embeddings } from '#server/engine/handles.ts'
import type { IndexesService } from '#server/features/indexes/indexes.service.ts'
import { AppError } from '#shared/errors.ts'
import type { removeVectorsInput, storeEstimateInput, updateVectorInput } from '#shared/store-calls.ts'
import {
  type insertInput,
  isSearchSetting,
  type queryStoreInput,
  type StoreEstimate,
  type vectorConfigInput,
} from '#shared/stores.ts'
import type { ComponentLists } from './component-lists.ts'
import { createUnembeddedCount } from './count-unembedded.ts'
import { embeddingPart, type IndexSettings, indexParts, readSettings } from './index-parts.ts'
import type { Components } from './open-components.ts'
import type { StoreSearch } from './search-store.ts'
import { ownStores, toStoreRow } from './show-store.ts'
import type { StoreReads } from './store-reads.ts'
import { listSources, updateSource } from './store-sources.repository.ts'
import type { NamedStore } from './stores.repository.ts'
import * as rows from './stores.repository.ts'

type Price = { inputPico: number }

type Deps = {
  store: Store
  now: () => Date
  reads: StoreReads
  lists: ComponentLists
  components: Components
  search: StoreSearch
  indexes: Pick<IndexesService, 'removeIndex' | 'removeSource' | 'listUnembedded'>
  prices: { find(db: Reader, provider: string, model: string): Promise<Price | undefined> }
  openersOf(userId: string): Openers
}

const CONNECTION_MS = 20_000

/** How the chunks of a store are embedded, where they are indexed, and what that costs. */
export function createStoreIndex(deps: Deps) {
  const { store, now, reads, lists, components, search, indexes, prices, openersOf } = deps
  const countUnembedded = createUnembeddedCount({ store, indexes })

  /** Parts that are not sent are cleared. */
  const save = (userId: string, input: z.output<typeof vectorConfigInput>) => {
    const { embedding = null, vectorStore = null, recordManager = null } = readSettings(input, lists)
    return write(userId, input.storeId, { embedding, vectorStore, recordManager })
  }

  const update = (userId: string, input: z.output<typeof updateVectorInput>) => {
    const { vectorStore = null } = readSettings(input, lists)
    return write(userId, input.storeId, { vectorStore })
  }

  /** Saves the settings of an upsert. Unless it is strict, parts that are not sent stay. */
  async function saveFor(userId: string, { isStrictSave, ...input }: z.output<typeof insertInput>) {
    const settings = readSettings(input, lists)
    const sent = Object.entries(settings).filter(([, value]) => value !== undefined)
    if (sent.length === 0) {
      return
    }
    await (isStrictSave ? save(userId, input) : write(userId, input.storeId, Object.fromEntries(sent)))
  }

  async function write(userId: string, storeId: string, settings: Partial<IndexSettings>) {
    await store.transaction(async (tx) => {
      const before = await reads.getOwn(tx, userId, storeId)
      await rows.updateStore(tx, storeId, settings)
      await reads.touch(tx, storeId, writesElsewhere(before, { ...before, ...settings }) ? 'SYNC' : undefined)
    })
    return toStoreRow(await reads.viewOf(await reads.getOwn(store.db, userId, storeId)))
  }

  /** The index of the whole store, or what one source has written to it. The chunks stay. */
  async function removeVectors(userId: string, { storeId, docId }: z.output<typeof removeVectorsInput>) {
    const found = await reads.getOwn(store.db, userId, storeId)
    const { vectorStore } = found
    if (!vectorStore || !ownStores.has(vectorStore.name)) {
      throw new AppError(
        'INVALID_INPUT',
        'Only an index on this server can be deleted here. Delete the data of another vector store there.',
      )
    }
    await store.transaction(async (tx) => {
      await (docId === undefined
        ? indexes.removeIndex(tx, found.userId, storeId)
        : indexes.removeSource(tx, found.userId, storeId, docId))
      for (const { id, state } of await listSources(tx, storeId)) {
        if (state === 'indexed' && (docId === undefined || docId === id)) {
          await updateSource(tx, id, { state: 'read', updatedDate: now() })
        }
      }
      await reads.touch(tx, storeId, 'SYNC')
    })
    return reads.show(await reads.getOwn(store.db, userId, storeId))
  }

  async function query(
    userId: string,
    { storeId, query: question, inputs }: z.output<typeof queryStoreInput>,
    signal = new AbortController().signal,
  ) {
    const found = await reads.getOwn(store.db, userId, storeId)
    return search.find(found, question, { inputs, signal })
  }

  /** Embeds one word and searches for it, which costs next to nothing. */
  async function testConnection(
    userId: string,
    { storeId, ...input }: z.output<typeof vectorConfigInput>,
    caller: AbortSignal | undefined,
  ) {
    const found = await reads.getOwn(store.db, userId, storeId)
    const { embedding, vectorStore, recordManager } = readSettings({ storeId, ...input }, lists)
    const trial = withSettings(found, { embedding, vectorStore, recordManager })
    const end = AbortSignal.timeout(CONNECTION_MS)
    const signal = caller ? AbortSignal.any([caller, end]) : end
    const started = performance.now()
    const timeOf = () => Math.round(performance.now() - started)
    try {
      indexParts(trial)
      await search.find(trial, 'connection', { inputs: undefined, signal })
      return { isConnected: true, timeMs: timeOf(), error: null }
    } catch (error) {
      const text = end.aborted ? `No answer within ${CONNECTION_MS / 1_000} seconds.` : reasonOf(error)
      return { isConnected: false, timeMs: timeOf(), error: text }
    }
  }

  /** Texts that have no vector yet, each of them counted once, and their worst price. */
  async function estimate(
    userId: string,
    { id, sourceIds, embeddingName, embeddingConfig }: z.output<typeof storeEstimateInput>,
  ): Promise<StoreEstimate> {
    const found = await reads.getOwn(store.db, userId, id)
    const { embedding } = readSettings({ storeId: id, embeddingName, embeddingConfig }, lists)
    const part = embeddingPart({ embedding: embedding ?? found.embedding })
    const signal = new AbortController().signal
    const handles = await components.open({ storeId: id, parts: [part], roots: [part.id], signal })
    const { key } = handles.get(part.id) as Embeddings
    const { chunks, toEmbed, tokens } = await countUnembedded(found.userId, { id, key, sourceIds })
    const [step] = (await components.plan(found.userId, [part], [part.id])).steps
    const work = step && (await describeModel(step, [step], noWork, openersOf(found.userId)))
    const isFree = work?.paidBy === 'owner'
    const price = !work || isFree ? undefined : await prices.find(store.db, work.provider, work.model)
    return {
      ...{ chunks, indexed: chunks - toEmbed, toEmbed, tokens, model: work?.model ?? '' },
      pricePico: price?.inputPico ?? null,
      costMicro: price ? Math.ceil((tokens * price.inputPico) / 1_000_000) : 0,
    }
  }

  return { save, update, saveFor, removeVectors, query, testConnection, estimate }
}

export type StoreIndexService = ReturnType<typeof createStoreIndex>

/** Settings of searches and of the record manager leave an upserted store as it is. */
function writesElsewhere(before: IndexSettings, after: IndexSettings) {
  const written = ({ embedding, vectorStore }: IndexSettings) => {
    const { name, config } = vectorStore ?? { name: '', config: {} }
    const acting = ownStores.has(name) ? [] : Object.entries(config).filter(([key]) => !isSearchSetting(key))
    return { embedding, name, config: Object.fromEntries(acting) }
  }
  return !isDeepStrictEqual(written(before), written(after))
}

type Sent = { [Part in keyof IndexSettings]: IndexSettings[Part] | undefined }

/** Settings that are tried before they are saved. */
function withSettings(found: NamedStore, { embedding, vectorStore, recordManager }: Sent): NamedStore {
  return {
    ...found,
    embedding: embedding ?? found.embedding,
    vectorStore: vectorStore ?? found.vectorStore,
    recordManager: recordManager ?? null,
  }
}

/** Throws errors that do not concern the connection. */
function reasonOf(error: unknown): string {
  if (error instanceof AppError && error.code !== 'INSUFFICIENT_FUNDS') {
    return error.message
  }
  throw error
}

const noWork = { calls: { typical: 0, worst: 0 }, input: { typical: 0, worst: 0 } }
