import type { z } from 'zod'
import type { Store } from '#server/db/store.ts'
import type { createStores } from '#server/features/stores/stores.service.ts'
import type { NewId } from '#server/ids.ts'
import { AppError } from '#shared/errors.ts'
import { type createPoolInput, MAX_POOLS, type updatePoolInput } from '#shared/pools.ts'
import type { ComponentChoice } from '#shared/stores.ts'
import type { PoolCaller, PoolReads } from './pool-reads.ts'
import * as rows from './pools.repository.ts'

type Deps = {
  store: Store
  newId: NewId
  reads: PoolReads
  stores: Pick<ReturnType<typeof createStores>, 'insert' | 'update' | 'remove'>
  parts: { remove(uploadId: string): Promise<void> }
  /** Throws INVALID_FLOW when the server has no embedding model. */
  chooseEmbedding(): Promise<ComponentChoice>
}

/** Pools as such; their sources, uploads and questions have services of their own. */
export function createPools({ store, newId, reads, stores, parts, chooseEmbedding }: Deps) {
  async function create(caller: PoolCaller, { name, description }: z.output<typeof createPoolInput>) {
    const id = newId()
    const embedding = await chooseEmbedding()
    await store.transaction(async (tx) => {
      if ((await rows.countPools(tx, caller.id)) >= MAX_POOLS) {
        throw new AppError(
          'TOO_LARGE',
          `You have ${MAX_POOLS.toLocaleString('en')} pools, the most of an account. Remove one first.`,
        )
      }
      await stores.insert(tx, caller.id, {
        ...{ id, name, description, embedding, kind: 'pool' },
        vectorStore: { name: 'flowtillIndex', config: {} },
      })
    })
    return reads.get(caller, id)
  }

  async function update(caller: PoolCaller, { id, name, description }: z.output<typeof updatePoolInput>) {
    const { userId } = await reads.getPool(store.db, caller, id)
    await stores.update(userId, { id, name, description })
    return reads.get(caller, id)
  }

  /** With its sources, files, chunks and index. Flows that use it find nothing any more. */
  async function remove(caller: PoolCaller, id: string) {
    const { userId } = await reads.getPool(store.db, caller, id)
    const uploads = await rows.listUploads(store.db, { poolId: id })
    await stores.remove(userId, { id, withVectors: true })
    for (const upload of uploads) {
      await parts.remove(upload.id)
    }
    return { id }
  }

  return { list: reads.list, get: reads.get, create, update, remove }
}
