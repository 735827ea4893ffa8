import type { Catalogue } from '#server/engine/check-flow.ts'
import { type Plan, planFlow } from '#server/engine/plan-flow.ts'
import { parseFlowFile } from '#shared/flow-file.ts'

type Deps = {
  catalogue: Catalogue
  /** Whole micro-USD a message usually costs; null where nobody knows. */
  estimate: (plan: Plan) => Promise<number | null>
}

/** Whole micro-USD that a message to a template's flow usually costs. Null where a price or a credential is wanting. */
export function createTemplateCost({ catalogue, estimate }: Deps) {
  // What comes with the product is the same for everybody; prices may change.
  const plans = new Map<string, Plan | undefined>()

  function planOf(flowData: string): Plan | undefined {
    if (!plans.has(flowData)) {
      plans.set(flowData, tryPlan(flowData))
    }
    return plans.get(flowData)
  }

  function tryPlan(flowData: string): Plan | undefined {
    try {
      return planFlow(parseFlowFile(flowData), catalogue)
    } catch {
      // It cannot run as it is: what it lacks stands on its card.
      return undefined
    }
  }

  return async (flowData: string): Promise<number | null> => {
    const plan = planOf(flowData)
    return plan ? estimate(plan) : null
  }
}
