import { z } from 'zod'
import {
  comparisons,
  httpMethods,
  type LeftOut,
  type PlannedKind,
  type PlannedLink,
  type PlannedStep,
  plannedKindNames,
  type StepPlan,
} from './writing.ts'

const MAX_STEPS = 40
const MAX_LINKS = 200

// Models leave fields out and write numbers as text fields: only id and kind are required.
const id = z.union([z.string().trim().min(1), z.number()]).transform(String)
const text = z.string().max(8_000).catch('')
const rough = z.object({
  id,
  kind: z.string(),
  label: z.string().trim().max(100).catch(''),
  text,
  scenarios: z.array(z.string().max(500)).max(10).catch([]),
  conditions: z
    .array(
      z.object({
        left: text,
        operation: z.enum(comparisons).catch('equal'),
        right: z.union([z.string(), z.number(), z.boolean()]).transform(String).catch(''),
      }),
    )
    .max(10)
    .catch([]),
  method: z.enum(httpMethods).catch('GET'),
  url: text,
  backTo: id.catch(''),
  inside: id.catch(''),
})
const roughLink = z.object({ from: id, to: id, output: z.coerce.number().int().min(0).catch(0) })
const roughPlan = z.object({
  steps: z.array(rough).min(1).max(500),
  links: z.array(roughLink).max(2_000).catch([]),
})

/**
 * Reads a model's reply as a plan that can be drawn; unsupported steps are listed with the reason. Undefined when
 * it is not a plan.
 */
export function readPlan(answer: unknown): StepPlan | undefined {
  const parsed = roughPlan.safeParse(answer)
  return parsed.success ? settle(parsed.data) : undefined
}

type Rough = z.output<typeof roughPlan>

function settle({ steps: given, links: drawn }: Rough): StepPlan {
  const leftOut: LeftOut[] = []
  const { kept: stored, starts } = settleSteps(given, leftOut)
  const [start] = starts
  const idOf = (name: string) => (start !== undefined && starts.includes(name) ? start : name)
  const steps = housed(stored).map((step) => withBack(step, stored, leftOut))
  const links = settleLinks(
    drawn.map((link) => ({ ...link, from: idOf(link.from), to: idOf(link.to) })),
    steps,
    leftOut,
  )
  return { steps, links, leftOut }
}

function settleSteps(given: Rough['steps'], leftOut: LeftOut[]) {
  const stored = new Map<string, PlannedStep>()
  const starts: string[] = []
  for (const step of given) {
    const kind = kindOf(step.kind)
    const why = kind === undefined ? 'kind' : issueOf(step.id, kind, stored, starts)
    if (kind === 'start' && (why === undefined || why === 'start')) {
      starts.push(step.id)
    }
    if (kind === undefined || why !== undefined) {
      leftOut.push({ what: nameOf(step), why: why ?? 'kind' })
    } else {
      stored.set(step.id, { ...step, kind })
    }
  }
  return { kept: stored, starts }
}

function issueOf(
  name: string,
  kind: PlannedKind,
  stored: ReadonlyMap<string, PlannedStep>,
  starts: readonly string[],
): LeftOut['why'] | undefined {
  if (stored.has(name)) {
    return 'duplicate'
  }
  if (stored.size >= MAX_STEPS) {
    return 'tooMany'
  }
  return kind === 'start' && starts.length > 0 ? 'start' : undefined
}

/** As named in flow files, with or without suffix, case-insensitive. */
function kindOf(word: string): PlannedKind | undefined {
  const bare = word
    .trim()
    .replace(/Agentflow$/i, '')
    .toLowerCase()
  return plannedKindNames.find((name) => name.toLowerCase() === bare)
}

/** An iteration cannot contain another iteration, a start or a human input. */
const outside: ReadonlySet<PlannedKind> = new Set(['start', 'iteration', 'humanInput'])

function housed(stored: ReadonlyMap<string, PlannedStep>): PlannedStep[] {
  return [...stored.values()].map((step) => {
    const isIn = stored.get(step.inside)?.kind === 'iteration' && !outside.has(step.kind)
    return isIn ? step : { ...step, inside: '' }
  })
}

/** Only loops go back, and never to themselves or to the start. */
function withBack(step: PlannedStep, stored: ReadonlyMap<string, PlannedStep>, leftOut: LeftOut[]) {
  const target = stored.get(step.backTo)
  if (step.kind === 'loop' && target && target.id !== step.id && target.kind !== 'start') {
    return step
  }
  if (step.kind === 'loop') {
    leftOut.push({ what: nameOf(step), why: 'back' })
  }
  return { ...step, backTo: '' }
}

function settleLinks(drawn: readonly PlannedLink[], steps: readonly PlannedStep[], leftOut: LeftOut[]) {
  const known = new Map(steps.map((step) => [step.id, step]))
  const nameIn = (name: string) => nameOf(known.get(name) ?? { id: name, label: '' })
  const stored: PlannedLink[] = []
  for (const requested of drawn.slice(0, MAX_LINKS)) {
    const source = known.get(requested.from)
    const link = source && countBranches(source) === 1 ? { ...requested, output: 0 } : requested
    const why = rejection(link, known, stored)
    if (why !== undefined) {
      leftOut.push({ what: `${nameIn(link.from)} → ${nameIn(link.to)}`, why })
    } else if (!stored.some((other) => isSame(other, link))) {
      stored.push(link)
    }
  }
  return stored
}

function rejection(
  { from, to, output }: PlannedLink,
  known: ReadonlyMap<string, PlannedStep>,
  stored: readonly PlannedLink[],
): LeftOut['why'] | undefined {
  const [source, target] = [known.get(from), known.get(to)]
  if (!(source && target)) {
    return 'nowhere'
  }
  if (from === to) {
    return 'self'
  }
  if (target.kind === 'start') {
    return 'start'
  }
  if (source.inside !== target.inside) {
    return 'wall'
  }
  const branches = countBranches(source)
  if (branches === 0) {
    return 'ending'
  }
  if (output >= branches) {
    return 'output'
  }
  return leads(stored, to, from) ? 'cycle' : undefined
}

export function countBranches({
  kind,
  scenarios,
  conditions,
}: Pick<PlannedStep, 'kind' | 'scenarios' | 'conditions'>): number {
  switch (kind) {
    case 'condition':
      return Math.max(1, conditions.length) + 1
    case 'conditionAgent':
      return Math.max(2, scenarios.length)
    case 'humanInput':
      return 2
    case 'loop':
    case 'directReply':
    case 'requestPerson':
      return 0
    default:
      return 1
  }
}

function leads(links: readonly PlannedLink[], from: string, to: string): boolean {
  const seen = new Set<string>()
  const open = [from]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === to) {
      return true
    }
    if (!seen.has(at)) {
      seen.add(at)
      open.push(...links.filter(({ from: source }) => source === at).map(({ to: target }) => target))
    }
  }
  return false
}

function isSame(a: PlannedLink, b: PlannedLink) {
  return a.from === b.from && a.to === b.to && a.output === b.output
}

function nameOf({ id: name, label }: { id: string; label: string }) {
  return label || name
}
