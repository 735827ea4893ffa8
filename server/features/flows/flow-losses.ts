import type { Reader, Store } from '#server/db/store.ts'
import type { ApiKeysService } from '#server/features/api-keys/api-keys.service.ts'
import type { FlowLosses } from '#shared/flow-losses.ts'
import type { FlowConfigService } from './flow-config.service.ts'
import type { FlowReads } from './flow-reads.ts'
import { listFlowUses } from './flow-uses.repository.ts'
import type { FlowRow } from './flows.table.ts'

/** What other features store about a flow. */
export type Related = Pick<FlowLosses, 'channels' | 'hasTrigger' | 'messages' | 'leads'>

type Deps = {
  store: Store
  reads: Pick<FlowReads, 'getRow'>
  config: Pick<FlowConfigService, 'mcpServerOf'>
  apiKeys: Pick<ApiKeysService, 'find'>
  listRelated(db: Reader, flow: FlowRow): Promise<Related>
}

export function createFlowLosses({ store: { db }, reads, config, apiKeys, listRelated }: Deps) {
  /** For the question before the flow is deleted. */
  return async (userId: string, id: string): Promise<FlowLosses> => {
    const flow = await reads.getRow(db, userId, id)
    const key = flow.apikeyid ? await apiKeys.find(userId, flow.apikeyid) : undefined
    const [use] = await listFlowUses(db, userId, id, [id])
    return {
      ...(await listRelated(db, flow)),
      isPublic: flow.isPublic,
      isMcpServer: config.mcpServerOf(flow).status,
      apiKey: key?.keyName ?? null,
      callers: use?.flows.filter((caller) => caller.id !== id) ?? [],
    }
  }
}
