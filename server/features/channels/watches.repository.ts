import { and, asc, eq, inArray, isNotNull, isNull, lt, notInArray, or } from 'drizzle-orm'
import type { Changes, Reader, Writer } from '#server/db/store.ts'
import { channels, channelWatches, type WatchRow } from './channels.table.ts'

/** An account that is watched already stays as it is. */
export async function insertWatch(tx: Writer, channelId: string) {
  const row: WatchRow = { channelId, cursor: null, claimId: null, leaseDate: null }
  await tx.insert(channelWatches).values(row).onConflictDoNothing()
}

/** Accounts that nobody watches: with `before`, those too whose lease has ended; without, all but the given claims. */
export function listFreeWatches(
  db: Reader,
  { claims, before, limit }: { claims: readonly string[]; before: Date | undefined; limit: number },
) {
  const isLeft = before
    ? lt(channelWatches.leaseDate, before)
    : notInArray(channelWatches.claimId, claims.length > 0 ? [...claims] : [''])
  return db
    .select({ watch: channelWatches, channel: channels })
    .from(channelWatches)
    .innerJoin(channels, eq(channels.id, channelWatches.channelId))
    .where(
      and(
        inArray(channels.state, ['live', 'failing']),
        isNotNull(channels.flowId),
        or(isNull(channelWatches.claimId), isLeft),
      ),
    )
    .orderBy(asc(channels.createdDate), asc(channels.id))
    .limit(limit)
}

/** One of several processes wins: the account must still have the claim it was found with. */
export async function claimWatch(
  tx: Writer,
  { channelId, claimId }: WatchRow,
  next: { claimId: string; leaseDate: Date },
) {
  const isUnchanged = claimId === null ? isNull(channelWatches.claimId) : eq(channelWatches.claimId, claimId)
  const [row] = await tx
    .update(channelWatches)
    .set(next)
    .where(and(eq(channelWatches.channelId, channelId), isUnchanged))
    .returning()
  return row
}

/** Returns the claims that still hold. */
export async function renewWatches(tx: Writer, claims: readonly string[], leaseDate: Date) {
  const renewed = await tx
    .update(channelWatches)
    .set({ leaseDate })
    .where(inArray(channelWatches.claimId, [...claims]))
    .returning({ claimId: channelWatches.claimId })
  return renewed.map(({ claimId }) => claimId)
}

/** Undefined when another process has the claim by now. */
export async function updateWatch(tx: Writer, claimId: string, changes: Changes<WatchRow>) {
  const [row] = await tx
    .update(channelWatches)
    .set(changes)
    .where(eq(channelWatches.claimId, claimId))
    .returning()
  return row
}

/** Begun again, with what the channel has by now. */
export async function freeWatch(tx: Writer, channelId: string) {
  await tx.update(channelWatches).set({ claimId: null }).where(eq(channelWatches.channelId, channelId))
}
