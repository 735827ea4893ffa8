import { sql } from 'drizzle-orm'
import { kit } from '#server/db/kit.ts'
import type { Json } from '#server/engine/inputs.ts'
import { users } from '#server/features/users/users.table.ts'

/** One embedding model of one owner: vectors of a space can be compared. */
export const vectorSpaces = kit.table(
  'vector_spaces',
  {
    id: kit.id(),
    userId: kit
      .text('user_id')
      .notNull()
      .references(() => users.id),
    /** Provider, model and size (`Embeddings.key`). */
    key: kit.text('key').notNull(),
    dimensions: kit.integer('dimensions').notNull(),
    /** Mean of the first vectors, float32. Bits are the signs of the differences from it. */
    center: kit.bytes('center').notNull(),
    createdDate: kit.time('created_date').notNull(),
    /** When its vectors were last compared with the indexes that use them. */
    sweptDate: kit.time('swept_date'),
    /** Nothing finds it any more; a sweep deletes its vectors. */
    removedDate: kit.time('removed_date'),
  },
  (t) => [kit.unique('vector_spaces_key').on(t.userId, t.key).where(sql`${t.removedDate} is null`)],
)
export type VectorSpaceRow = typeof vectorSpaces.$inferSelect

/**
 * Every text an owner has paid to embed, written in the transaction of its charge: it is never embedded again, in
 * whichever document it occurs. Entries that no index uses are removed after some days.
 */
export const embeddedTexts = kit.table(
  'embedded_texts',
  {
    spaceId: kit
      .text('space_id')
      .notNull()
      .references(() => vectorSpaces.id),
    /** The first 16 bytes of the text's SHA-256. */
    hash: kit.bytes('hash').notNull(),
    /** float32, little-endian. */
    vector: kit.bytes('vector').notNull(),
    /** One bit per dimension, for a fast scan. */
    bits: kit.bytes('bits').notNull(),
    createdDate: kit.time('created_date').notNull(),
    /** Since when no index has had the text, as far as a sweep has noticed. */
    unusedDate: kit.time('unused_date'),
  },
  (t) => [
    kit.primaryKey({ columns: [t.spaceId, t.hash] }),
    kit.index('embedded_texts_unused').on(t.spaceId).where(sql`${t.unusedDate} is not null`),
  ],
)
export type EmbeddedTextRow = typeof embeddedTexts.$inferSelect

/** A named index of an owner. Its chunks are searched by words and by vectors. */
export const indexes = kit.table(
  'indexes',
  {
    id: kit.id(),
    userId: kit
      .text('user_id')
      .notNull()
      .references(() => users.id),
    name: kit.text('name').notNull(),
    /** Null until the first chunk. Another embedding model starts with an empty index. */
    spaceId: kit.text('space_id').references(() => vectorSpaces.id),
    /** Increases whenever searches would find something else, so that every process reads its vectors again. */
    version: kit.integer('version').notNull(),
    /** Searches find the chunks of this generation. An upsert prepares the next one, and publishing counts up. */
    generation: kit.integer('generation').notNull().default(0),
    /** Chunks that can be found. */
    size: kit.integer('size').notNull(),
    createdDate: kit.time('created_date').notNull(),
    updatedDate: kit.time('updated_date').notNull(),
    /** Nothing finds it any more; a sweep deletes its chunks. */
    removedDate: kit.time('removed_date'),
  },
  (t) => [
    kit.unique('indexes_name').on(t.userId, t.name).where(sql`${t.removedDate} is null`),
    kit.index('indexes_space').on(t.spaceId),
  ],
)
export type IndexRow = typeof indexes.$inferSelect

export const indexChunks = kit.table(
  'index_chunks',
  {
    /** Also the row of `index_words`. */
    number: kit.sequence('number'),
    indexId: kit
      .text('index_id')
      .notNull()
      .references(() => indexes.id),
    /** Of content and metadata, so that the same chunk is the same row. */
    id: kit.text('id').notNull(),
    content: kit.text('content').notNull(),
    metadata: kit.json<Record<string, Json>>('metadata').notNull(),
    /** Value of the metadata that names the chunk's source; null without one. */
    source: kit.text('source'),
    /** Of the content: the row of `embedded_texts`. */
    hash: kit.bytes('hash').notNull(),
    /** Place in its source, to find its neighbours. */
    position: kit.integer('position').notNull(),
    /** The first generation with the chunk. */
    addedIn: kit.integer('added_in').notNull().default(0),
    /** The first generation without it; not above `addedIn` for a chunk that will never be found. */
    removedIn: kit.integer('removed_in'),
  },
  (t) => [
    kit.unique('index_chunks_id').on(t.indexId, t.id),
    kit.index('index_chunks_source').on(t.indexId, t.source, t.position),
    kit.index('index_chunks_added').on(t.indexId, t.addedIn),
    kit.index('index_chunks_removed').on(t.indexId, t.removedIn).where(sql`${t.removedIn} is not null`),
  ],
)
export type IndexChunkRow = typeof indexChunks.$inferSelect
