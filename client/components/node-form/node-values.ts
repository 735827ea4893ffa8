import { isShown, type NodeTemplate, paramTypes, type TemplateInput } from '#shared/nodes.ts'

export type Values = Readonly<Record<string, unknown>>
export const CREDENTIAL = 'FLOWISE_CREDENTIAL_ID'

/** Fields of a component of a store: its credential first. Connections to other nodes are left out. */
function fieldsOf({ credential, inputs }: NodeTemplate): TemplateInput[] {
  const fields = inputs.filter(({ type, hidden }) => paramTypes.has(type) && !hidden)
  return credential ? [{ ...credential, name: CREDENTIAL }, ...fields] : fields
}

export function shownFields(template: NodeTemplate, values: Values): TemplateInput[] {
  const fields = fieldsOf(template)
  const all = Object.fromEntries(fields.map((field) => [field.name, fieldValue(field, values)]))
  return fields.filter((field) => isShown(field, all))
}

export const fieldValue = ({ name, default: fallback }: TemplateInput, values: Values): unknown =>
  values[name] ?? fallback ?? ''

function isEmpty(value: unknown): boolean {
  return value === '' || value === undefined || value === null || (Array.isArray(value) && value.length === 0)
}

/** Required fields without a value, in their order on the screen. */
export function missingFields(template: NodeTemplate, values: Values): TemplateInput[] {
  return shownFields(template, values).filter(
    (field) => !field.optional && field.type !== 'boolean' && isEmpty(fieldValue(field, values)),
  )
}

export function isChanged(field: TemplateInput, values: Values): boolean {
  const value = values[field.name]
  return !isEmpty(value) && String(value) !== String(field.default ?? '')
}

const requestTypes = new Set(['string', 'number', 'boolean', 'options', 'asyncOptions'])
const MAX_LENGTH = 300

/** Short settings that the options of a field may depend on. Secrets and long texts stay out of the address. */
export function requestInputs(template: NodeTemplate, values: Values): Record<string, unknown> {
  const sent = fieldsOf(template)
    .filter(({ type }) => requestTypes.has(type))
    .map((field) => [field.name, fieldValue(field, values)] as const)
    .filter(([, value]) => !isEmpty(value) && String(value).length <= MAX_LENGTH)
  return Object.fromEntries(sent)
}

/** Lists are stored as JSON text. */
export function readNames(value: unknown): string[] {
  if (Array.isArray(value)) {
    return value.map(String)
  }
  if (typeof value !== 'string' || value === '') {
    return []
  }
  try {
    return [JSON.parse(value)].flat().map(String)
  } catch {
    return [value]
  }
}

/** A typed number, with a comma or a dot. Undefined for text that is none. */
export function readNumber(text: string): number | '' | undefined {
  const trimmed = text.trim().replace('−', '-').replace(',', '.')
  const value = Number(trimmed)
  return trimmed === '' ? '' : Number.isFinite(value) ? value : undefined
}

/** A nested value as text for a field. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) {
    return ''
  }
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}

export function isWrongJson(text: string): boolean {
  if (text.trim() === '') {
    return false
  }
  try {
    JSON.parse(text)
    return false
  } catch {
    return true
  }
}
