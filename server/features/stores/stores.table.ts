import { sql } from 'drizzle-orm'
import { kit } from '#server/db/kit.ts'
import type { Json } from '#server/engine/inputs.ts'
import { flows } from '#server/features/flows/flows.table.ts'
import { type ComponentChoice, type SourceFile, type StoreStatus, sourceStates } from '#shared/stores.ts'

/**
 * Document stores, and pools, which are stores with default settings. A store has a row in `flows` with its id and name:
 * it names the store in runs, charges and files.
 */
export const stores = kit.table(
  'stores',
  {
    id: kit
      .text('id')
      .primaryKey()
      .references(() => flows.id),
    /** The owner, who pays. */
    userId: kit.text('user_id').notNull(),
    kind: kit.oneOf('kind', ['store', 'pool']).notNull(),
    embedding: kit.json<ComponentChoice>('embedding'),
    vectorStore: kit.json<ComponentChoice>('vector_store'),
    recordManager: kit.json<ComponentChoice>('record_manager'),
    status: kit.text('status').$type<StoreStatus>().notNull(),
    /** Of the last completed upsert. */
    upsertedDate: kit.time('upserted_date'),
    /** Questions with the chunk each of them should find, and the last result. */
    testSet: kit.json<Json>('test_set'),
    createdDate: kit.time('created_date').notNull(),
    updatedDate: kit.time('updated_date').notNull(),
  },
  (t) => [kit.index('stores_user').on(t.userId, t.kind)],
)
export type StoreRow = typeof stores.$inferSelect

/** A loader with its splitter and settings: what Flowise calls a loader of a document store. */
export const storeSources = kit.table(
  'store_sources',
  {
    id: kit.id(),
    storeId: kit
      .text('store_id')
      .notNull()
      .references(() => stores.id),
    /** For lists: a file name, an address, or the beginning of a text. */
    name: kit.text('name').notNull(),
    loaderId: kit.text('loader_id').notNull(),
    loaderName: kit.text('loader_name').notNull(),
    loaderConfig: kit.json<Record<string, Json>>('loader_config').notNull(),
    splitterId: kit.text('splitter_id'),
    splitterName: kit.text('splitter_name'),
    splitterConfig: kit.json<Record<string, Json>>('splitter_config').notNull(),
    /** Shorter chunks are left out. */
    minChunkChars: kit.integer('min_chunk_chars').notNull().default(0),
    credential: kit.text('credential'),
    files: kit.json<SourceFile[]>('files').notNull(),
    bytes: kit.money('bytes').notNull(),
    pages: kit.integer('pages'),
    state: kit.oneOf('state', sourceStates).notNull(),
    error: kit.text('error'),
    totalChunks: kit.integer('total_chunks').notNull(),
    totalChars: kit.money('total_chars').notNull(),
    /** Chunks of the current generation are shown; those of the next one are being written. */
    generation: kit.integer('generation').notNull(),
    /** Of the documents as read: unchanged ones are not split and embedded again. */
    contentHash: kit.text('content_hash'),
    /** Cron expression for reading again; null for never. */
    schedule: kit.text('schedule'),
    nextDate: kit.time('next_date'),
    readDate: kit.time('read_date'),
    /** What the last reading changed. */
    changes: kit.json<{ added: number; removed: number; unchanged: number }>('changes'),
    createdDate: kit.time('created_date').notNull(),
    updatedDate: kit.time('updated_date').notNull(),
  },
  (t) => [
    kit.index('store_sources_store').on(t.storeId, t.createdDate),
    kit.index('store_sources_next').on(t.nextDate).where(sql`${t.nextDate} is not null`),
  ],
)
export type StoreSourceRow = typeof storeSources.$inferSelect

export const storeChunks = kit.table(
  'store_chunks',
  {
    id: kit.id(),
    storeId: kit
      .text('store_id')
      .notNull()
      .references(() => stores.id),
    sourceId: kit
      .text('source_id')
      .notNull()
      .references(() => storeSources.id),
    generation: kit.integer('generation').notNull(),
    /** From 1. */
    chunkNo: kit.integer('chunk_no').notNull(),
    pageContent: kit.text('page_content').notNull(),
    metadata: kit.json<Record<string, Json>>('metadata').notNull(),
    /** Increases with every edit, so that two editors notice each other. */
    revision: kit.integer('revision').notNull(),
  },
  (t) => [
    kit.index('store_chunks_source').on(t.sourceId, t.generation, t.chunkNo),
    kit.index('store_chunks_store').on(t.storeId, t.sourceId, t.chunkNo),
  ],
)
export type StoreChunkRow = typeof storeChunks.$inferSelect

/** An upload that arrives in parts, so that a lost connection costs one part. */
export const storeUploads = kit.table(
  'store_uploads',
  {
    id: kit.id(),
    storeId: kit
      .text('store_id')
      .notNull()
      .references(() => stores.id),
    userId: kit.text('user_id').notNull(),
    name: kit.text('name').notNull(),
    bytes: kit.money('bytes').notNull(),
    received: kit.money('received').notNull(),
    /** The source whose file is replaced; null for a new source. */
    replaces: kit.text('replaces'),
    createdDate: kit.time('created_date').notNull(),
  },
  (t) => [kit.index('store_uploads_store').on(t.storeId)],
)
export type StoreUploadRow = typeof storeUploads.$inferSelect
