import { AppError } from '#shared/errors.ts'
import type { FlowFile } from '#shared/flow-file.ts'
import type { Plan, Step } from './plan-flow.ts'

/** An edge that carries something only when its source has gone this way. */
export type Gate = { source: string; output: string }

/** Which way each branching step has gone. */
export type Ways = ReadonlyMap<string, string>

/** `ifElseFunction_0-output-returnTrue-string|number`: the output an edge begins at. */
export function outputOf({ sourceHandle }: FlowFile['edges'][number]): string | undefined {
  return /-output-([^-]+)/.exec(sourceHandle ?? '')?.[1]
}

/** Steps behind a way that was not taken: nobody builds them, nor what stands on them. */
export function closedSteps({ steps }: Plan, ways: Ways): ReadonlySet<string> {
  const closed = new Set<string>()
  for (const { id, needs, gates } of steps) {
    const isShut = gates.some(({ source, output }) => ways.has(source) && ways.get(source) !== output)
    if (isShut || needs.some((each) => closed.has(each))) {
      closed.add(id)
    }
  }
  return closed
}

/** The last of the endings that can still be reached. */
export function chooseEnding(plan: Plan, ways: Ways): Step {
  const closed = closedSteps(plan, ways)
  const ending = plan.endings.findLast(({ id }) => !closed.has(id))
  if (!ending) {
    throw new AppError(
      'INVALID_FLOW',
      'The way this question has taken leads to no chain or agent that could answer.',
    )
  }
  return ending
}

/**
 * Who reads a variable of the run waits for those who write it, though no edge leads from one to the other. Not where the
 * writer itself waits for the reader.
 */
export function waitForWriters(steps: readonly Step[]): Step[] {
  const byId = new Map(steps.map((step) => [step.id, step]))
  return steps.map((step) => {
    const name = variableOf(step, 'reads')
    const writers = name === undefined ? [] : steps.filter((other) => variableOf(other, 'writes') === name)
    const free = writers.filter((writer) => !dependsOn(writer, step.id, byId))
    return free.length > 0
      ? { ...step, needs: [...new Set([...step.needs, ...free.map(({ id }) => id)])] }
      : step
  })
}

function variableOf({ node, data }: Step, use: 'reads' | 'writes'): string | undefined {
  const field = node.variable?.[use]
  const name = field && data.inputs[field]
  return typeof name === 'string' && name !== '' ? name : undefined
}

/** Every step is looked at once: the ways through a wide flow are without number. */
function dependsOn(step: Step, id: string, byId: ReadonlyMap<string, Step>): boolean {
  const reached = new Set(step.needs)
  for (const need of reached) {
    for (const further of byId.get(need)?.needs ?? []) {
      reached.add(further)
    }
  }
  return reached.has(id)
}
