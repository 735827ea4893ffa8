import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { dialect } from '#server/db/dialect.ts'
import { prepared } from '#server/db/prepared.ts'
import type { Reader } from '#server/db/store.ts'
import { isLive } from './indexes.repository.ts'
import { embeddedTexts, type IndexRow, indexChunks, indexes } from './indexes.table.ts'

export type ChunkKey = { id: string; number: number; hash: Buffer }

export async function readState(db: Reader, indexId: string) {
  const [row] = await db
    .select({ version: indexes.version, generation: indexes.generation })
    .from(indexes)
    .where(eq(indexes.id, indexId))
    .limit(1)
  return row
}

/** In the order of their ids, which the index on them gives for a part of a large table. */
export function listChunkKeys(
  db: Reader,
  index: Pick<IndexRow, 'id' | 'generation'>,
  { after, limit }: { after: string; limit: number },
) {
  return db
    .select({ id: indexChunks.id, number: indexChunks.number, hash: indexChunks.hash })
    .from(indexChunks)
    .where(and(eq(indexChunks.indexId, index.id), gt(indexChunks.id, after), isLive(index)))
    .orderBy(asc(indexChunks.id))
    .limit(limit)
}

/** One parameter, so that lists of all lengths share a prepared statement. */
const isListed =
  dialect === 'postgres'
    ? sql`${embeddedTexts.hash} in (select decode(value, 'hex') from json_array_elements_text(${sql.placeholder('list')}::json))`
    : sql`${embeddedTexts.hash} in (select unhex(value) from json_each(${sql.placeholder('list')}))`

const selectOf = (column: 'vector' | 'bits') =>
  prepared((db: Reader) =>
    db
      .select({ hash: embeddedTexts.hash, bytes: embeddedTexts[column] })
      .from(embeddedTexts)
      .where(and(eq(embeddedTexts.spaceId, sql.placeholder('spaceId')), isListed))
      .prepare(),
  )
const selects = { vector: selectOf('vector'), bits: selectOf('bits') }

/** By the hash in hexadecimal. */
export async function readVectors(
  db: Reader,
  spaceId: string,
  { hashes, column }: { hashes: readonly Buffer[]; column: 'vector' | 'bits' },
): Promise<Map<string, Buffer>> {
  if (hashes.length === 0) {
    return new Map()
  }
  const list = JSON.stringify(hashes.map((hash) => hash.toString('hex')))
  const found = await selects[column](db).execute({ spaceId, list })
  return new Map(found.map(({ hash, bytes }) => [hash.toString('hex'), bytes]))
}
