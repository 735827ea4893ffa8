import type { Json } from '#server/engine/inputs.ts'
import { type Plan, withInputs } from '#server/engine/plan-flow.ts'
import type { PlannedNode } from '#server/engine/planned-node.ts'
import type { ApiConfig } from '#shared/flow-config.ts'
import { overridableTypes } from '#shared/flow-providers.ts'
import { isRecord, parseJson } from '#shared/json.ts'

type Overrides = Readonly<Record<string, unknown>>
type Permission = ApiConfig['overrideConfig']

/** These keys belong to the question, not to a field of a node. */
const reserved = new Set(['sessionId', 'vars', 'analytics'])

/**
 * The plan with a caller's values in the fields its owner has opened; other values are ignored silently. Values of
 * every shape are checked alike: Flowise let an object of foreign keys pass.
 */
export function overridePlan(plan: Plan, overrides: Overrides, permission: Permission): Plan {
  const changes = overriddenInputs(plan.steps, overrides, permission)
  return changes.size > 0
    ? withInputs(plan, (step) => ({ ...step.data.inputs, ...changes.get(step.id) }))
    : plan
}

/** Input values overridden by a caller, by node id. Unchanged nodes are omitted. */
export function overriddenInputs(
  nodes: readonly PlannedNode[],
  overrides: Overrides,
  permission: Permission,
): Map<string, Record<string, Json>> {
  const given = Object.entries(overrides).filter(([name, value]) => !reserved.has(name) && Boolean(value))
  if (given.length === 0 || !permission?.status) {
    return new Map()
  }
  const ids = new Set(nodes.map(({ id }) => id))
  const changes = nodes.map((node) => [node.id, changesOf(node, given, ids, permission)] as const)
  return new Map(changes.filter(([, changed]) => Object.keys(changed).length > 0))
}

export function overrideVars(overrides: Overrides, permission: Permission): Record<string, string> {
  const { vars } = overrides
  if (!(permission?.status && isRecord(vars))) {
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
  node: PlannedNode,
  given: [string, unknown][],
  ids: ReadonlySet<string>,
  { nodes }: NonNullable<Permission>,
): Record<string, Json> {
  const rows = Object.hasOwn(nodes, node.label) ? (nodes[node.label] ?? []) : []
  const opened = new Set(rows.filter(({ enabled }) => enabled).map(({ name }) => name))
  const changed: Record<string, Json> = {}
  for (const [name, value] of given) {
    if (opened.has(name) && isField(node, name)) {
      const override = overrideFor(node, value as Json, ids)
      if (override !== undefined) {
        changed[name] = merge(node.data.inputs[name] as Json, unbrace(override))
      }
    }
  }
  return changed
}

function isField({ node, data }: PlannedNode, name: string) {
  if (!Object.hasOwn(node.inputs, name)) {
    return false
  }
  const type = node.inputs[name]?.type
  const stored = data.inputs[name]
  const isLinked = typeof stored === 'string' && /\{\{[^{}]+\.data\.instance/.test(stored)
  return type !== undefined && overridableTypes.has(type) && !isLinked
}

/**
 * `{ "<nodeId>": value }` applies to that node only; keys naming other nodes apply to those; any other object is
 * the value itself.
 */
function overrideFor({ id, node }: PlannedNode, value: Json, ids: ReadonlySet<string>): Json | undefined {
  if (!isRecord(value)) {
    return value
  }
  if (Object.hasOwn(value, id)) {
    return value[id] as Json
  }
  const isForOthers = Object.keys(value).some((key) => ids.has(key) || key.includes(`${node.name}_`))
  return isForOthers ? undefined : value
}

function merge(current: Json | undefined, value: Json): Json {
  if (value === 'true' || value === 'false') {
    return value === 'true'
  }
  if (Array.isArray(value)) {
    return Array.isArray(current) ? union(current, value) : value
  }
  if (!isRecord(value)) {
    return value
  }
  const before = typeof current === 'string' ? parseJson(current) : current
  const merged = isRecord(before) ? { ...before, ...value } : value
  return typeof current === 'string' ? JSON.stringify(merged) : (merged as Json)
}

function union(current: Json[], value: Json[]) {
  const all = [...current, ...value]
  const texts = all.map((item) => JSON.stringify(item))
  return all.filter((_, place) => texts.indexOf(texts[place] ?? '') === place)
}

/**
 * Callers must not inject templates: `{{$vars.key}}` would reveal the owner's variables, and a reference another
 * node's output. A space between the braces keeps the text readable and disables it.
 */
function unbrace(value: Json): Json {
  if (typeof value === 'string') {
    return value.replaceAll(/\{\{(?=\s*(?:\$|[^{}]*\.data\.instance))/g, '{ {')
  }
  if (Array.isArray(value)) {
    return value.map(unbrace)
  }
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, unbrace(item as Json)]))
    : value
}
