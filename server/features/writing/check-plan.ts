import { type Catalogue, kindsOf } from '#server/engine/check-flow.ts'
import { checkFlow } from '#shared/flow-check.ts'
import type { FlowEdge, FlowNode } from '#shared/flow-file.ts'
import { describeIssue, type Issue, type Problem } from '#shared/flow-issues.ts'
import { mentionedIn, plannedInputs, plannedModel, renamePlanned } from '#shared/plan-inputs.ts'
import { countBranches } from '#shared/settle-plan.ts'
import { bareStep, describeStepEdge, placeStep, stepType } from '#shared/step-traits.ts'
import type { LeftOut, PlannedStep, StepPlan } from '#shared/writing.ts'

/** Issues of how a plan is linked, which the checklist of the canvas reports as warnings. */
const structural: ReadonlySet<Issue['name']> = new Set(['unconnected', 'noTarget', 'variable'])

/** Values of a run that texts can name, besides steps and names that begin with `$`. */
const values = new Set(['question', 'chat_history', 'current_date_time', 'file_attachment', 'loop_count'])

const leftOutReasons: Readonly<Record<LeftOut['why'], string>> = {
  kind: 'there is no such kind of step',
  start: 'a flow has one start, and nothing leads into it',
  duplicate: 'its id is taken',
  tooMany: 'a plan has at most 40 steps',
  nowhere: 'one of its ends is not a step of the plan',
  self: 'a step does not lead to itself',
  cycle: 'links must not form a circle; a loop step goes back',
  wall: 'a link cannot pass into or out of an iteration',
  ending: 'nothing can follow this kind of step',
  output: 'the step does not have that many branches',
  back: 'its "backTo" names no earlier step',
}

/**
 * Issues of a plan that its author can mend, in sentences: what was left out of it, and what the checks of the canvas
 * report once it is inserted. What only a user can choose (tools, documents, credentials) is none of them.
 */
export function planIssues(plan: StepPlan, catalogue: Catalogue): string[] {
  const kinds = kindsOf(catalogue)
  const steps = new Map(plan.steps.map((step) => [step.id, step]))
  const nodes = new Map(plan.steps.map((step) => [step.id, draw(step, steps, kinds)]))
  const edges = plan.links.map(({ from, to, output }): FlowEdge => {
    const way = nodes.get(from)?.data.outputAnchors
    const sourceHandle = Array.isArray(way) ? String(way[output]?.id) : ''
    return describeStepEdge(
      { source: from, sourceHandle, target: to, targetHandle: to },
      { from: nodes.get(from), to: nodes.get(to) },
    )
  })
  const found = checkFlow({ nodes, edges }, kinds).filter((problem) => isOfPlan(problem, steps))
  const mentions = plan.steps.flatMap((step) =>
    [step.text, step.url, ...step.conditions.flatMap(({ left, right }) => [left, right])]
      .flatMap(mentionedIn)
      .filter((name) => !steps.has(name) && !values.has(name))
      .map((name) => `Step ${step.id}: {{ ${name} }} is neither the question nor a step.`),
  )
  return [
    ...plan.leftOut.map(({ what, why }) => `${what} was left out: ${leftOutReasons[why]}.`),
    ...found.map(({ nodeId, issue }) => {
      const sentence = describeIssue(issue, (kind) => kind)
      return nodeId === undefined ? `${sentence}.` : `Step ${nodeId}: ${sentence}.`
    }),
    ...new Set(mentions),
  ]
}

function isOfPlan({ nodeId, field, issue, blocking }: Problem, steps: ReadonlyMap<string, PlannedStep>) {
  if (nodeId === undefined || structural.has(issue.name)) {
    return true
  }
  const step = steps.get(nodeId)
  const isPlanned =
    step !== undefined && field !== undefined && field in plannedInputs(step, (text) => text, step.backTo)
  return isPlanned && blocking
}

function draw(
  step: PlannedStep,
  steps: ReadonlyMap<string, PlannedStep>,
  kinds: ReturnType<typeof kindsOf>,
): FlowNode {
  const name = `${step.kind}Agentflow`
  const count = countBranches(step)
  const branches = count > 1 ? Array.from({ length: count }, (_, branch) => String(branch)) : undefined
  const placed = placeStep(kinds.get(name) ?? bareStep(name), step.id, branches)
  const nameOf = (id: string) => {
    const target = steps.get(id)
    return target?.kind === 'start' ? 'question' : target?.id
  }
  const texts = plannedInputs(step, (text) => renamePlanned(text, nameOf), step.backTo)
  return {
    id: step.id,
    type: stepType(name),
    ...(step.inside !== '' && { parentNode: step.inside }),
    data: {
      ...placed,
      label: step.label || placed.label,
      inputs: { ...placed.inputs, ...texts, ...plannedModel(step.kind, undefined) },
    },
  }
}
