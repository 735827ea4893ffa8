import { and, eq, lte, sql } from 'drizzle-orm'
import type { Reader, Writer } from '#server/db/store.ts'
import { type UploadSpaceRow, uploadSpace } from './upload-space.table.ts'

export type Space = Pick<UploadSpaceRow, 'flowId' | 'party'>
type Amount = { files: number; bytes: number }

const START = new Date(0)
const isOf = ({ flowId, party }: Space) => and(eq(uploadSpace.flowId, flowId), eq(uploadSpace.party, party))
const plus = ({ files, bytes }: Amount) => ({
  files: sql`${uploadSpace.files} + ${files}`,
  bytes: sql`${uploadSpace.bytes} + ${bytes}`,
})

export async function findSpace(db: Reader, space: Space) {
  const [found] = await db.select().from(uploadSpace).where(isOf(space))
  return found
}

/** One that another process has inserted stays. */
export async function insertSpace(tx: Writer, space: Space, counted: Amount) {
  const { files, bytes } = counted
  const row = { ...space, files, bytes, reservedDate: START, busyUntil: START }
  await tx.insert(uploadSpace).values(row).onConflictDoNothing()
}

/** False when the amount does not fit. */
export async function reserveSpace(
  tx: Writer,
  space: Space,
  { amount, limit, now }: { amount: Amount; limit: Amount; now: Date },
) {
  const fits = and(
    lte(uploadSpace.files, limit.files - amount.files),
    lte(uploadSpace.bytes, limit.bytes - amount.bytes),
  )
  const reserved = await tx
    .update(uploadSpace)
    .set({ ...plus(amount), reservedDate: now })
    .where(and(isOf(space), fits))
    .returning({ flowId: uploadSpace.flowId })
  return reserved.length > 0
}

export async function releaseSpace(tx: Writer, space: Space, { files, bytes }: Amount) {
  await tx
    .update(uploadSpace)
    .set(plus({ files: -files, bytes: -bytes }))
    .where(isOf(space))
}

/** The next reservation that does not fit counts again. */
export async function doubtSpace(tx: Writer, flowId: string) {
  await tx.update(uploadSpace).set({ reservedDate: START }).where(eq(uploadSpace.flowId, flowId))
}

/** Undefined while another process counts or makes room. */
export async function claimSpace(tx: Writer, space: Space, { now, until }: { now: Date; until: Date }) {
  const [claimed] = await tx
    .update(uploadSpace)
    .set({ busyUntil: until })
    .where(and(isOf(space), lte(uploadSpace.busyUntil, now)))
    .returning()
  return claimed
}

export async function unclaimSpace(tx: Writer, space: Space) {
  await tx.update(uploadSpace).set({ busyUntil: START }).where(isOf(space))
}

/** Unless something was reserved since the claim. */
export async function correctSpace(tx: Writer, claimed: UploadSpaceRow, counted: Amount, now: Date) {
  const { files, bytes } = counted
  await tx
    .update(uploadSpace)
    .set({ files, bytes, reservedDate: now })
    .where(and(isOf(claimed), eq(uploadSpace.reservedDate, claimed.reservedDate)))
}
