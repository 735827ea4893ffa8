import { LRUCache } from 'lru-cache'
import type { Catalogue } from '#server/engine/check-flow.ts'
import { type Plan, planFlow } from '#server/engine/plan-flow.ts'
import type { CredentialsService } from '#server/features/credentials/credentials.service.ts'
import { credentialOf, type FlowNode, parseFlowFile } from '#shared/flow-file.ts'

const MAX_PLANS = 200

type Credentials = Pick<CredentialsService, 'usable'>
type Deps = { catalogue: Catalogue; credentials: Credentials }

/**
 * Plans are cached by version id or draft revision, both immutable. Credentials change, so they are checked on
 * every call.
 */
export function createFlowPlans({ catalogue, credentials }: Deps) {
  const plans = new LRUCache<string, Plan>({ max: MAX_PLANS })

  /** Throws INVALID_FLOW with every issue when the flow cannot run. */
  return async function plan(
    { key, userId }: { key: string; userId: string },
    read: () => Promise<string>,
  ): Promise<Plan> {
    const cached = plans.get(key)
    if (cached && (await canOpen(cached, userId))) {
      return cached
    }
    // A credential lost since is reported by the full validation, with all other issues.
    const file = parseFlowFile(await read())
    const made = planFlow(file, catalogue, { credentials: await usableIn(file.nodes, userId, credentials) })
    plans.set(key, made)
    return made
  }

  async function canOpen({ steps }: Plan, userId: string) {
    const usable = await usableIn(steps, userId, credentials)
    return steps.every(({ data, node }) => {
      const id = node.credential && credentialOf(data)
      return id === undefined || usable.get(id) === node.credential?.name
    })
  }
}

export function usableIn(nodes: readonly Pick<FlowNode, 'data'>[], userId: string, credentials: Credentials) {
  const ids = nodes.flatMap(({ data }) => credentialOf(data) ?? [])
  return credentials.usable(userId, [...new Set(ids)])
}
