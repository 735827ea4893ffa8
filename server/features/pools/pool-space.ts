import type { Writer } from '#server/db/store.ts'
import { AppError } from '#shared/errors.ts'
import { POOL_BYTES, POOL_SOURCES } from '#shared/pools.ts'
import * as rows from './pools.repository.ts'

type Addition = { bytes: number; now: Date; replaces?: string | null | undefined }

const MEGABYTE = 1024 * 1024

/**
 * Throws TOO_LARGE when the pool cannot hold another source of this size. Uploads in progress count, and the pool is
 * locked until the transaction ends, so that two additions at once cannot exceed a limit.
 */
export async function requireSpace(tx: Writer, poolId: string, { bytes, now, replaces }: Addition) {
  await rows.touchPool(tx, poolId, now)
  const stored = await rows.measurePool(tx, poolId, replaces ?? undefined)
  if (!replaces && stored.sources >= POOL_SOURCES) {
    throw new AppError(
      'TOO_LARGE',
      'This pool has 1,000 sources, the most it can hold. Remove some, or start another pool.',
    )
  }
  if (stored.bytes + bytes > POOL_BYTES) {
    const left = Math.max(0, (POOL_BYTES - stored.bytes) / MEGABYTE)
    throw new AppError(
      'TOO_LARGE',
      `This pool has ${left.toFixed(1)} of 500 MB left, which is not enough. Remove sources, or start another pool.`,
    )
  }
}
