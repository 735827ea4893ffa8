import { lackedBy } from './disabled-nodes.ts'
import { credentialOf, type FlowNode, referencedNode } from './flow-file.ts'
import { isRecord, toRecord } from './json.ts'
import { parseBoundedJson } from './json-depth.ts'
import { isShown, type NodeTemplate, paramTypes, type TemplateInput } from './nodes.ts'

export type NodeIssue =
  | { name: 'required' | 'invalid'; label: string }
  /** A handle that requires a link and has none. */
  | { name: 'unlinked'; label: string }
  /** As `unlinked`, because the linked node is disabled. */
  | { name: 'switchedOff'; label: string; source: string }
  | { name: 'credential'; kind: string }
  | { name: 'unknown'; kind: string }
  | { name: 'outdated'; version: number; newest: number }
  | { name: 'deprecated' | 'noBranch' }

export type Finding = { issue: NodeIssue; field?: string }
/** An input and the node ids it reads, not checked for existence. */
export type Reading = { label: string; field: string; ids: readonly string[] }
export type NodeReport = {
  findings: readonly Finding[]
  links: readonly Reading[]
  mentions: readonly Reading[]
}

type Values = Readonly<Record<string, unknown>>

const agentCategories = new Set(['Agent Flows', 'Sequential Agents', 'Multi Agents'])

export function isAgentStep({ type, data: { category } }: FlowNode): boolean {
  const isStep = type === 'agentFlow' || type === 'iteration'
  return isStep || (typeof category === 'string' && agentCategories.has(category))
}

/** A step or a state store for steps, which only agent flows can use. */
export function isAgentPart(node: FlowNode): boolean {
  const { baseClasses } = node.data
  return isAgentStep(node) || (Array.isArray(baseClasses) && baseClasses.includes('BaseCheckpointSaver'))
}

const reports = new WeakMap<FlowNode['data'], { kind: NodeTemplate | undefined; report: NodeReport }>()

/** Cached per node state: every keystroke checks all nodes, but only one has changed. */
export function reportOf(node: FlowNode, kind: NodeTemplate | undefined): NodeReport {
  const known = reports.get(node.data)
  if (known && known.kind === kind) {
    return known.report
  }
  const report = readNode(node, kind)
  reports.set(node.data, { kind, report })
  return report
}

function readNode(node: FlowNode, kind: NodeTemplate | undefined): NodeReport {
  const { data } = node
  // Steps of agent flows include their form, which is checked even where they cannot run.
  const form = kind ?? (isAgentStep(node) ? formInFile(data) : undefined)
  const unknown: Finding[] = kind ? [] : [{ issue: { name: 'unknown', kind: data.name } }]
  if (!form) {
    return { findings: unknown, links: [], mentions: [] }
  }
  const values = withDefaults(form.inputs, data.inputs)
  const shown = form.inputs
    .filter((input) => input.type !== 'credential' && isShown(input, values))
    .map((input) => chosenTab(input, data))
  return {
    findings: [
      ...unknown,
      ...credentialFindings(form.credential, data),
      ...shown.flatMap((input) => inputFindings(input, data)),
      ...branchFindings(node),
      ...ageFindings(kind, data),
    ],
    links: shown.flatMap((input) => readLink(input, data.inputs[input.name])),
    mentions: shown.flatMap((input) => readMentions(input, data.inputs[input.name], isAgentStep(node))),
  }
}

/** A field with tabs stores its value under the name of the chosen tab, by default the first. */
function chosenTab(input: TemplateInput, { id, inputs }: FlowNode['data']): TemplateInput {
  const tabs = Array.isArray(input.tabs) ? input.tabs.filter(isInput) : []
  const chosen = inputs[`${input.tabIdentifier}_${id}`]
  const tab = tabs.find(({ name }) => name === chosen) ?? tabs[0]
  return tab ? { ...tab, label: input.label, ...(input.optional && { optional: true }) } : input
}

type Form = Pick<NodeTemplate, 'inputs'> & {
  credential?: { credentialNames?: readonly string[]; optional?: boolean }
}

function formInFile(data: FlowNode['data']): Form {
  const inputs = [data.inputParams, data.inputAnchors].flatMap((list) =>
    Array.isArray(list) ? list.filter(isInput) : [],
  )
  const credential = inputs.find(({ type }) => type === 'credential')
  return { inputs: inputs.map(withOptionalStart), ...(credential && { credential }) }
}

/** A state key may start empty, although forms in older files require a value. */
function withOptionalStart(input: TemplateInput): TemplateInput {
  return input.name === 'startState' && input.array
    ? {
        ...input,
        array: input.array.map((cell) => (cell.name === 'value' ? { ...cell, optional: true } : cell)),
      }
    : input
}

function isInput(value: unknown): value is TemplateInput {
  return isRecord(value) && typeof value.name === 'string' && typeof value.type === 'string'
}

export function withDefaults(inputs: readonly TemplateInput[], stored: Values): Values {
  return { ...Object.fromEntries(inputs.map((input) => [input.name, input.default ?? ''])), ...stored }
}

function credentialFindings(credential: Form['credential'], data: FlowNode['data']): Finding[] {
  const missing = credential && !credential.optional && !credentialOf(data)
  const kind = credential?.credentialNames?.[0] ?? ''
  return missing ? [{ issue: { name: 'credential', kind }, field: 'credential' }] : []
}

function inputFindings(input: TemplateInput, data: FlowNode['data']): Finding[] {
  const { label, name: field, type, optional } = input
  const value = valueOrDefault(input, data.inputs[field])
  if (value === undefined) {
    return optional ? [] : [{ issue: absenceOf(input, data), field }]
  }
  if (!paramTypes.has(type)) {
    return []
  }
  return isReadable(input, value) ? rowFindings(input, value) : [{ issue: { name: 'invalid', label }, field }]
}

function absenceOf({ label, name, type }: TemplateInput, data: FlowNode['data']): NodeIssue {
  const source = lackedBy(data, name)
  if (source !== undefined) {
    return { name: 'switchedOff', label, source }
  }
  return { name: paramTypes.has(type) ? 'required' : 'unlinked', label }
}

function rowFindings({ array, name: field, label }: TemplateInput, value: unknown): Finding[] {
  const rows = array && readList(value)
  if (!array || !rows) {
    return []
  }
  const missing = rows.flatMap((row, index) => {
    const values = toRecord(row)
    const seen = { ...values, [field]: rows }
    return array
      .filter((cell) => !cell.optional && isShown(cell, { ...withDefaults(array, values), ...seen }, index))
      .filter((cell) => valueOrDefault(cell, values[cell.name]) === undefined)
      .map((cell) => `${label} ${index + 1}: ${cell.label}`)
  })
  return [...new Set(missing)].map((each) => ({ issue: { name: 'required', label: each }, field }))
}

/** The stored value, or the default when a required field was cleared; undefined without one. */
export function valueOrDefault(input: TemplateInput, stored: unknown): unknown {
  const absent = stored === undefined || stored === null || (stored === '' && !input.optional)
  const value = absent ? input.default : stored
  return value === '' || (Array.isArray(value) && value.length === 0) ? undefined : value
}

/** Whether a stored value can be converted to the field's type. Texts with `{{…}}` have a value only at run time. */
export function isReadable(input: TemplateInput, value: unknown): boolean {
  if (typeof value === 'string' && value.includes('{{')) {
    return true
  }
  const names = (input.options ?? []).map(({ name }) => name)
  switch (input.type) {
    case 'number':
      return Number.isFinite(Number(String(value).trim().replace(',', '.')))
    case 'json':
      return typeof value !== 'string' || isJson(value)
    case 'array':
    case 'datagrid':
    case 'asyncMultiOptions':
      return readList(value) !== undefined
    case 'options':
      return input.freeSolo === true || names.includes(String(value))
    case 'multiOptions':
      return readList(value)?.every((name) => names.includes(String(name))) ?? false
    default:
      return true
  }
}

export function readList(value: unknown): unknown[] | undefined {
  if (typeof value !== 'string') {
    return Array.isArray(value) ? value : undefined
  }
  try {
    const parsed: unknown = parseBoundedJson(value)
    return Array.isArray(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

export function isJson(text: string): boolean {
  try {
    parseBoundedJson(text)
    return true
  } catch {
    return false
  }
}

function readLink(input: TemplateInput, stored: unknown): Reading[] {
  const value = valueOrDefault(input, stored)
  const { label, name: field, type } = input
  return value === undefined || paramTypes.has(type)
    ? []
    : [{ label, field, ids: [value].flat().map((each) => referencedNode(each) ?? '') }]
}

// `{{x_0.data.instance}}` of chat flows; `{{ x_0 }}` and `{{ x_0.output.y }}` of control-flow files.
const mentionInChat = /\{\{\s*([A-Za-z]\w*_\d+)\.data\.instance[^{}]*\}\}/g
const mentionInSteps = /\{\{\s*([A-Za-z]\w*_\d+)(?:\.[^{}]*)?\s*\}\}/g

function readMentions(input: TemplateInput, stored: unknown, isStep: boolean): Reading[] {
  const mention = isStep ? mentionInSteps : mentionInChat
  const { label, name: field, type } = input
  if (!paramTypes.has(type) || stored === undefined || stored === '') {
    return []
  }
  const text = typeof stored === 'string' ? stored : JSON.stringify(stored)
  const ids = text.includes('{{') ? [...text.matchAll(mention)].map(([, id]) => String(id)) : []
  return ids.length > 0 ? [{ label, field, ids: [...new Set(ids)] }] : []
}

const branchFields: Readonly<Record<string, string>> = {
  conditionAgentflow: 'conditions',
  conditionAgentAgentflow: 'conditionAgentScenarios',
}

function branchFindings({ data }: FlowNode): Finding[] {
  const field = branchFields[data.name]
  const rows = field === undefined ? undefined : (readList(data.inputs[field]) ?? [])
  return field !== undefined && rows?.length === 0 ? [{ issue: { name: 'noBranch' }, field }] : []
}

function ageFindings(kind: NodeTemplate | undefined, { version }: FlowNode['data']): Finding[] {
  const newest = kind?.version ?? 0
  const outdated = typeof version === 'number' && version < newest
  return [
    ...(outdated ? [{ issue: { name: 'outdated' as const, version, newest } }] : []),
    ...(kind?.badge === 'DEPRECATING' ? [{ issue: { name: 'deprecated' as const } }] : []),
  ]
}
