import type { ApiKeysService } from '#server/features/api-keys/api-keys.service.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import { ASK_FLOWS } from '#shared/api-keys.ts'
import { invalidInput } from '#shared/invalid-input.ts'
import type { ShareInput, Sharing } from '#shared/sharing.ts'

type Deps = {
  flows: Pick<FlowsService, 'findOwn' | 'streams' | 'update'>
  apiKeys: Pick<ApiKeysService, 'find'>
  publicUrl: string | undefined
}

/** Access to a flow. Changes take effect at once, without publishing. */
export function createSharingService({ flows, apiKeys, publicUrl }: Deps) {
  async function get(userId: string, id: string): Promise<Sharing> {
    const flow = await flows.findOwn(userId, id)
    const apiKeyId = flow.apikeyid || null
    return {
      id,
      name: flow.name,
      baseUrl: publicUrl?.replace(/\/+$/, '') ?? null,
      isPublic: flow.isPublic,
      apiKeyId,
      isKeyMissing: apiKeyId !== null && (await apiKeys.find(userId, apiKeyId)) === undefined,
      canStream: (await flows.streams(id)).isStreaming,
    }
  }

  /** Throws INVALID_INPUT for a key of another user or one that cannot call flows. */
  async function save(actor: Parameters<FlowsService['update']>[0], { id, isPublic, apiKeyId }: ShareInput) {
    const { userId } = actor
    await flows.findOwn(userId, id)
    // The update below rejects a key of another user.
    const key = apiKeyId ? await apiKeys.find(userId, apiKeyId) : undefined
    if (key && !key.permissions.includes(ASK_FLOWS)) {
      throw invalidInput({ apiKeyId: ['This API key lacks the permission flows:ask.'] })
    }
    await flows.update(actor, { id, isPublic, apikeyid: apiKeyId })
    return get(userId, id)
  }

  return { get, save }
}
