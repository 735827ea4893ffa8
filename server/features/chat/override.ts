import type { Json } from '#server/engine/inputs.ts'
import { type Plan, refillPlan, type Step } from '#server/engine/plan-flow.ts'
import type { ApiConfig } from '#shared/flow-config.ts'
import { overridableTypes } from '#shared/flow-section-kinds.ts'

type Overrides = Readonly<Record<string, unknown>>
type Permission = ApiConfig['overrideConfig']

/** They mean the question, not a field of a node. */
const reserved = new Set(['sessionId', 'vars', 'analytics'])

/**
 * The plan with a caller's values in the fields its owner has opened (facts/engine.md E4); all others are silently left
 * as they are. Every form of value is checked alike: the original let an object of foreign keys pass.
 */
export function overridePlan(plan: Plan, overrides: Overrides, permission: Permission): Plan {
  const given = Object.entries(overrides).filter(([name, value]) => !reserved.has(name) && Boolean(value))
  if (given.length === 0 || !permission?.status) {
    return plan
  }
  const changes = new Map(plan.steps.map((step) => [step.id, changesOf(step, given, plan, permission)]))
  const isChanged = [...changes.values()].some((changed) => Object.keys(changed).length > 0)
  return isChanged ? refillPlan(plan, (step) => ({ ...step.data.inputs, ...changes.get(step.id) })) : plan
}

/** What the caller says of `$vars`, of those that are opened. */
export function overrideVars(overrides: Overrides, permission: Permission): Record<string, string> {
  const { vars } = overrides
  if (!(permission?.status && isObject(vars))) {
    return {}
  }
  const opened = new Set(permission.variables.filter(({ enabled }) => enabled).map(({ name }) => name))
  return Object.fromEntries(
    Object.entries(vars)
      .filter(([name, value]) => opened.has(name) && value !== null && value !== undefined)
      .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
}

function changesOf(
  step: Step,
  given: [string, unknown][],
  plan: Plan,
  { nodes }: NonNullable<Permission>,
): Record<string, Json> {
  const rows = Object.hasOwn(nodes, step.label) ? (nodes[step.label] ?? []) : []
  const opened = new Set(rows.filter(({ enabled }) => enabled).map(({ name }) => name))
  const changed: Record<string, Json> = {}
  for (const [name, value] of given) {
    if (opened.has(name) && isField(step, name)) {
      const meant = meantFor(step, value as Json, plan)
      if (meant !== undefined) {
        changed[name] = merge(step.data.inputs[name] as Json, unbrace(meant))
      }
    }
  }
  return changed
}

function isField({ node, data }: Step, name: string) {
  if (!Object.hasOwn(node.inputs, name)) {
    return false
  }
  const type = node.inputs[name]?.type
  const stored = data.inputs[name]
  const isLinked = typeof stored === 'string' && /\{\{[^{}]+\.data\.instance/.test(stored)
  return type !== undefined && overridableTypes.has(type) && !isLinked
}

/** `{ "<nodeId>": value }` is for that node alone; keys that name its siblings are for those; any other object is the value. */
function meantFor(step: Step, value: Json, plan: Plan): Json | undefined {
  if (!isObject(value)) {
    return value
  }
  if (Object.hasOwn(value, step.id)) {
    return value[step.id] as Json
  }
  const ids = new Set(plan.steps.map(({ id }) => id))
  const isForOthers = Object.keys(value).some((key) => ids.has(key) || key.includes(`${step.node.name}_`))
  return isForOthers ? undefined : value
}

function merge(current: Json | undefined, value: Json): Json {
  if (value === 'true' || value === 'false') {
    return value === 'true'
  }
  if (Array.isArray(value)) {
    return Array.isArray(current) ? union(current, value) : value
  }
  if (!isObject(value)) {
    return value
  }
  const before = typeof current === 'string' ? parse(current) : current
  const merged = isObject(before) ? { ...before, ...value } : value
  // A field that keeps its object as text is read as text.
  return typeof current === 'string' ? JSON.stringify(merged) : (merged as Json)
}

function union(current: Json[], value: Json[]) {
  const all = [...current, ...value]
  const texts = all.map((item) => JSON.stringify(item))
  return all.filter((_, place) => texts.indexOf(texts[place] ?? '') === place)
}

/**
 * A caller's text is no template: `{{$vars.key}}` in it would hand him the owner's variables, and a reference another
 * node's handle. The braces are set apart, so that the text stays readable and means nothing.
 */
function unbrace(value: Json): Json {
  if (typeof value === 'string') {
    return value.replaceAll(/\{\{(?=\s*(?:\$|[^{}]*\.data\.instance))/g, '{ {')
  }
  if (Array.isArray(value)) {
    return value.map(unbrace)
  }
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, unbrace(item as Json)]))
    : value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
