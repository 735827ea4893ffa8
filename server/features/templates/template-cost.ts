import type { Catalogue } from '#server/engine/check-flow.ts'
import { estimateFlow, type ModelWork, type Openers } from '#server/engine/estimate-flow.ts'
import { planFlow } from '#server/engine/plan-flow.ts'
import { estimateProgram } from '#server/engine/program/estimate-program.ts'
import { planProgram } from '#server/engine/program/plan-program.ts'
import { type FlowFile, parseFlowFile } from '#shared/flow-file.ts'

type Works = (open: Openers) => Promise<ModelWork[]>

type Deps = {
  catalogue: Catalogue
  /** Typical cost of a message in whole micro-USD; null when unknown. */
  estimate: (works: Works) => Promise<number | null>
}

/** Typical cost in micro-USD of one message to a template's flow. Null when a price or a credential is missing. */
export function createTemplateCost({ catalogue, estimate }: Deps) {
  // Shipped templates never change, so plans are cached; prices may change and are not.
  const plans = new Map<string, Works | undefined>()

  function worksOf(flowData: string): Works | undefined {
    if (!plans.has(flowData)) {
      plans.set(flowData, tryPlan(parseFlowFile(flowData)))
    }
    return plans.get(flowData)
  }

  function tryPlan(file: FlowFile): Works | undefined {
    try {
      if (file.nodes.some(({ data }) => /^(startAgentflow|seqStart|supervisor)$/.test(data.name))) {
        const program = planProgram(file, catalogue)
        return (open) => estimateProgram(program, catalogue, open)
      }
      const plan = planFlow(file, catalogue)
      return (open) => estimateFlow(plan, open)
    } catch {
      return undefined
    }
  }

  return async (flowData: string): Promise<number | null> => {
    const works = worksOf(flowData)
    return works ? estimate(works) : null
  }
}
