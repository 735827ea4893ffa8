import type { Catalogue } from '#server/engine/check-flow.ts'
import { type Plan, planFlow } from '#server/engine/plan-flow.ts'
import { parseFlowFile } from '#shared/flow-file.ts'

/** Plans of what was asked last. */
const KEPT = 200

/** Plans by the name of what was planned. A version never changes, nor does a revision of a draft: a plan is never stale. */
export function createFlowPlans(catalogue: Catalogue) {
  const plans = new Map<string, Plan>()

  /** Throws INVALID_FLOW with every fault when it cannot run. */
  return async function plan(key: string, read: () => Promise<string>): Promise<Plan> {
    const kept = plans.get(key)
    if (kept) {
      plans.delete(key)
      plans.set(key, kept)
      return kept
    }
    const made = planFlow(parseFlowFile(await read()), catalogue)
    plans.set(key, made)
    const [oldest] = plans.keys()
    if (plans.size > KEPT && oldest) {
      plans.delete(oldest)
    }
    return made
  }
}
