import type { Store } from '#server/db/store.ts'
import type { ApiKeysService } from '#server/features/api-keys/api-keys.service.ts'
import { invalidInput } from '#shared/invalid-input.ts'
import type { FlowReads } from './flow-reads.ts'

type Deps = { store: Store; reads: FlowReads; apiKeys: Pick<ApiKeysService, 'find'> }
type Binding = { userId: string; apikeyid: string | null | undefined; flowId?: string }

/**
 * A flow can be bound to keys of its owner only. Throws INVALID_INPUT. The binding a flow already has is accepted, because
 * clients send the whole flow back and its key may be deleted.
 */
export function createKeyCheck({ store, reads, apiKeys }: Deps) {
  return async ({ userId, apikeyid, flowId }: Binding) => {
    if (!apikeyid) {
      return
    }
    const bound = flowId && (await reads.getRow(store.db, userId, flowId)).apikeyid
    if (apikeyid !== bound && !(await apiKeys.find(userId, apikeyid))) {
      throw invalidInput({ apikeyid: ['This API key does not exist.'] })
    }
  }
}
