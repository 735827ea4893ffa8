import type { Catalogue } from '#server/engine/check-flow.ts'
import { type Plan, planFlow } from '#server/engine/plan-flow.ts'
import { parseFlowFile } from '#shared/flow-file.ts'

type Deps = {
  catalogue: Catalogue
  /** Typical cost of a message in whole micro-USD; null when unknown. */
  estimate: (plan: Plan) => Promise<number | null>
}

/** Typical cost in micro-USD of one message to a template's flow. Null when a price or a credential is missing. */
export function createTemplateCost({ catalogue, estimate }: Deps) {
  // Shipped templates never change, so plans are cached; prices may change and are not.
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
      return undefined
    }
  }

  return async (flowData: string): Promise<number | null> => {
    const plan = planOf(flowData)
    return plan ? estimate(plan) : null
  }
}
