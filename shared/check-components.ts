import { indexedOnFirstUse, type Known } from './check-known.ts'
import { isReadable, readList, valueOrDefault, withDefaults } from './check-node.ts'
import { type ComponentConfig, configCredential, readConfig } from './component-config.ts'
import type { Kinds } from './flow-endings.ts'
import type { FlowNode } from './flow-file.ts'
import type { FieldIssue } from './flow-issues.ts'
import { toRecord } from './json.ts'
import { isShown, type NodeTemplate, paramTypes, type TemplateInput } from './nodes.ts'

type Values = Readonly<Record<string, unknown>>
/** A component that is configured in the form of a step. */
type Component = { field: string; label: string; name: string; config: ComponentConfig }

/** Issues of models, tools and stores that are configured inside a step. */
export function componentIssues(
  { data }: Pick<FlowNode, 'data'>,
  kind: NodeTemplate | undefined,
  kinds: Kinds,
  known: Known,
): FieldIssue[] {
  const inputs = kind?.inputs ?? []
  const values = withDefaults(inputs, data.inputs)
  return inputs
    .filter((input) => isShown(input, values))
    .flatMap((input) => componentsOf(input, data.inputs))
    .flatMap((component) => issuesOf(component, kinds, known))
}

function componentsOf(input: TemplateInput, values: Values): Component[] {
  const { name: field, label, array = [] } = input
  const own = chosenIn(input, values, { field, label })
  const cells = array.filter(({ loadConfig }) => loadConfig)
  const rows = cells.length > 0 ? (readList(values[field] ?? []) ?? []) : []
  const inRows = rows.flatMap((row, index) =>
    cells.flatMap((cell) =>
      chosenIn(cell, toRecord(row), { field, label: `${label} ${index + 1}: ${cell.label}` }),
    ),
  )
  return [...own, ...inRows]
}

function chosenIn(
  { name: input, loadConfig }: TemplateInput,
  values: Values,
  place: Pick<Component, 'field' | 'label'>,
): Component[] {
  const name = values[input]
  const config = readConfig(values, input)
  return loadConfig && typeof name === 'string' && name !== '' ? [{ ...place, name, config }] : []
}

function issuesOf({ field, label, name, config }: Component, kinds: Kinds, known: Known): FieldIssue[] {
  const kind = kinds.get(name)
  if (!kind) {
    return [{ issue: { name: 'componentUnknown', label, kind: name }, field }]
  }
  // Nothing can be connected to a component, so a store without documents of its own finds nothing.
  if (kind.category === 'Vector Stores' && indexedOnFirstUse.has(name)) {
    return [{ issue: { name: 'unavailable', label }, field }]
  }
  const values = withDefaults(kind.inputs, config)
  const shown = kind.inputs.filter((input) => paramTypes.has(input.type) && isShown(input, values))
  return [
    ...credentialIssues(kind, config, { label, known }).map((issue) => ({ issue, field })),
    ...shown.flatMap((input): FieldIssue[] => {
      const value = valueOrDefault(input, config[input.name])
      const of = `${label}: ${input.label}`
      if (value === undefined) {
        return input.optional ? [] : [{ issue: { name: 'required', label: of }, field }]
      }
      return isReadable(input, value) ? [] : [{ issue: { name: 'invalid', label: of }, field }]
    }),
  ]
}

function credentialIssues(
  { credential }: NodeTemplate,
  config: ComponentConfig,
  { label, known }: { label: string; known: Known },
): FieldIssue['issue'][] {
  const chosen = configCredential(config)
  if (!credential || (credential.optional && chosen === undefined)) {
    return []
  }
  if (chosen === undefined) {
    return [{ name: 'componentCredential', label, kind: credential.credentialNames[0] ?? '' }]
  }
  const actual = known.credentials?.get(chosen)
  if (!known.credentials || (actual !== undefined && credential.credentialNames.includes(actual))) {
    return []
  }
  return [{ name: actual === undefined ? 'credentialGone' : 'credentialMismatch' }]
}

/** What the form offers, but this server cannot run yet. */
export function unavailableIssues(
  { data }: Pick<FlowNode, 'data'>,
  kind: NodeTemplate | undefined,
): FieldIssue[] {
  const values = kind ? withDefaults(kind.inputs, data.inputs) : {}
  return (kind?.inputs ?? [])
    .filter((input) => unavailable.test(input.name) && isShown(input, values))
    .filter(({ name }) => (readList(data.inputs[name] ?? []) ?? []).length > 0)
    .map(({ name, label }) => ({ issue: { name: 'unavailable', label }, field: name }))
}

const unavailable = /KnowledgeDocumentStores$/
