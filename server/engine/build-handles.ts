import { findSkippedSteps } from './branches.ts'
import type { Plan, Step } from './plan-flow.ts'
import { buildPart } from './run-step.ts'
import type { Execution, Run } from './running.ts'

type Context = Pick<Run, 'turn' | 'ports' | 'log' | 'signal'> & Pick<Execution, 'step'>

/** The handles of components, such as those of one step, by node id. Independent ones are built side by side. */
export async function buildHandles(plan: Plan, context: Context): Promise<Map<string, unknown>> {
  const built = new Map<string, unknown>()
  const execution: Execution = {
    ...{ ...context, plan, built, stream: false, tracing: undefined, answer: { text: '' } },
    ...{ shared: new Map(), flowVariables: new Map(), chosenOutputs: new Map() },
  }
  const started = new Map<string, Promise<void>>()
  const buildOnce = (step: Step): Promise<void> => {
    const running = started.get(step.id) ?? buildAfterNeeds(step)
    started.set(step.id, running)
    return running
  }
  const buildAfterNeeds = async (step: Step) => {
    await Promise.all(plan.steps.filter(({ id }) => step.needs.includes(id)).map(buildOnce))
    context.signal.throwIfAborted()
    if (!findSkippedSteps(plan, execution.chosenOutputs).has(step.id)) {
      built.set(step.id, await buildPart(step, execution))
    }
  }
  try {
    await Promise.all(plan.steps.map(buildOnce))
    return built
  } catch (error) {
    await Promise.allSettled(started.values())
    throw error
  }
}
