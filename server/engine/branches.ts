import { AppError } from '#shared/errors.ts'
import type { FlowFile } from '#shared/flow-file.ts'
import type { Plan, Step } from './plan-flow.ts'

/** An edge that is active only when its source has chosen this output. */
export type Gate = { source: string; output: string }

/** The output each branching step has chosen, by step id. */
export type ChosenOutputs = ReadonlyMap<string, string>

/** The output an edge begins at, read from a handle such as `ifElseFunction_0-output-returnTrue-string|number`. */
export function outputOf({ sourceHandle }: FlowFile['edges'][number]): string | undefined {
  return /-output-([^-]+)/.exec(sourceHandle ?? '')?.[1]
}

/**
 * Ids of the steps behind branches that were not chosen, including all steps that depend on them. They are
 * skipped.
 */
export function findSkippedSteps({ steps }: Plan, chosenOutputs: ChosenOutputs): ReadonlySet<string> {
  const skipped = new Set<string>()
  for (const { id, needs, gates } of steps) {
    const isNotChosen = gates.some(
      ({ source, output }) => chosenOutputs.has(source) && chosenOutputs.get(source) !== output,
    )
    if (isNotChosen || needs.some((need) => skipped.has(need))) {
      skipped.add(id)
    }
  }
  return skipped
}

export function chooseEnding(plan: Plan, chosenOutputs: ChosenOutputs): Step {
  const skipped = findSkippedSteps(plan, chosenOutputs)
  const ending = plan.endings.findLast(({ id }) => !skipped.has(id))
  if (!ending) {
    throw new AppError(
      'INVALID_FLOW',
      'The chosen branch ends without a chain or agent. Connect one to every output of the branching node.',
    )
  }
  return ending
}

/**
 * Makes a step that reads a run variable depend on the steps that write it, even without an edge. A writer
 * that depends on the reader is left out.
 */
export function waitForWriters(steps: readonly Step[]): Step[] {
  const byId = new Map(steps.map((step) => [step.id, step]))
  for (const step of steps) {
    const name = variableOf(step, 'reads')
    const writers = name === undefined ? [] : steps.filter((other) => variableOf(other, 'writes') === name)
    // Checked against the dependencies added so far: two variables that are read crosswise would form a cycle.
    const independentWriters = writers.filter(({ id }) => !dependsOn(byId.get(id) ?? step, step.id, byId))
    if (independentWriters.length > 0) {
      byId.set(step.id, {
        ...step,
        needs: [...new Set([...step.needs, ...independentWriters.map(({ id }) => id)])],
      })
    }
  }
  return steps.map((step) => byId.get(step.id) ?? step)
}

function variableOf({ node, data }: Step, use: 'reads' | 'writes'): string | undefined {
  const field = node.variable?.[use]
  const name = field && data.inputs[field]
  return typeof name === 'string' && name !== '' ? name : undefined
}

/** Visits every step once: the number of paths through a wide flow is exponential. */
function dependsOn(step: Step, id: string, byId: ReadonlyMap<string, Step>): boolean {
  const reached = new Set(step.needs)
  for (const need of reached) {
    for (const further of byId.get(need)?.needs ?? []) {
      reached.add(further)
    }
  }
  return reached.has(id)
}
