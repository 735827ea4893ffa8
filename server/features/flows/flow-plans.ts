import { LRUCache } from 'lru-cache'
import type { Catalogue } from '#server/engine/check-flow.ts'
import { planFlow } from '#server/engine/plan-flow.ts'
import type { PlannedNode } from '#server/engine/planned-node.ts'
import { planProgram } from '#server/engine/program/plan-program.ts'
import type { CredentialsService } from '#server/features/credentials/credentials.service.ts'
import type { Known } from '#shared/check-known.ts'
import { credentialsInConfigs } from '#shared/component-config.ts'
import { credentialOf, type FlowFile, type FlowNode, parseFlowFile } from '#shared/flow-file.ts'

const MAX_PLANS = 200

type Credentials = Pick<CredentialsService, 'usable'>
type Deps = { catalogue: Catalogue; credentials: Credentials }

type Make<Made> = (file: FlowFile, catalogue: Catalogue, known: Known) => Made

/**
 * Plans of chat flows and programs of agent flows, cached by version id or draft revision, both immutable. Credentials
 * change, so they are checked on every call.
 */
export function createFlowPlans({ catalogue, credentials }: Deps) {
  return {
    plan: cached(planFlow, ({ steps }) => steps),
    program: cached(planProgram, ({ nodes }) => [...nodes.values()]),
  }

  /** Throws INVALID_FLOW with every issue when the flow cannot run. */
  function cached<Made extends object>(make: Make<Made>, nodesOf: (made: Made) => readonly PlannedNode[]) {
    const plans = new LRUCache<string, { made: Made; inConfigs: string[] }>({ max: MAX_PLANS })
    return async ({ key, userId }: { key: string; userId: string }, read: () => Promise<string>) => {
      const known = plans.get(key)
      if (known && (await canOpen(nodesOf(known.made), known.inConfigs, userId))) {
        return known.made
      }
      // A credential lost since is reported by the full validation, with all other issues.
      const file = parseFlowFile(await read())
      const made = make(file, catalogue, { credentials: await usableIn(file.nodes, userId, credentials) })
      plans.set(key, { made, inConfigs: file.nodes.flatMap(({ data }) => credentialsInConfigs(data.inputs)) })
      return made
    }
  }

  async function canOpen(nodes: readonly PlannedNode[], inConfigs: readonly string[], userId: string) {
    const own = nodes.flatMap(({ data }) => credentialOf(data) ?? [])
    const usable = await credentials.usable(userId, [...new Set([...own, ...inConfigs])])
    const hasOwn = nodes.every(({ data, node }) => {
      const id = node.credential && credentialOf(data)
      return id === undefined || usable.get(id) === node.credential?.name
    })
    return hasOwn && inConfigs.every((id) => usable.has(id))
  }
}

/** The credentials of nodes and of the components inside them that the user may use, with their kinds. */
export function usableIn(nodes: readonly Pick<FlowNode, 'data'>[], userId: string, credentials: Credentials) {
  const ids = nodes.flatMap(({ data }) =>
    [credentialOf(data) ?? [], credentialsInConfigs(data.inputs)].flat(),
  )
  return credentials.usable(userId, [...new Set(ids)])
}
