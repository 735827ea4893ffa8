import { isRecord, parseJson, toRecord } from '#shared/json.ts'
/** A row of a tool's input schema while editing. `rest` holds the file's other properties. */
export type SchemaRow = {
  key: string
  property: string
  type: string
  description: string
  required: boolean
  rest: Record<string, unknown>
}

export const rowTypes = ['string', 'number', 'boolean', 'date'] as const

let lastKey = 0
const newKey = () => `row ${++lastKey}`

export const emptyRow = (): SchemaRow => ({
  key: newKey(),
  property: '',
  type: 'string',
  description: '',
  required: false,
  rest: {},
})

/** Parses a stored schema; undefined when the text is not a list. */
export function readRows(schema: string | null): SchemaRow[] | undefined {
  const list = parseJson(schema?.trim() || '[]')
  return Array.isArray(list) ? list.map(toRow) : undefined
}

function toRow(given: unknown): SchemaRow {
  const { property, type, description, required, ...rest } = toRecord(given)
  return {
    key: newKey(),
    property: typeof property === 'string' ? property : '',
    type: typeof type === 'string' && type !== '' ? type : 'string',
    description: typeof description === 'string' ? description : '',
    required: required === true,
    rest,
  }
}

/** Serializes the rows in the format of Flowise's files, without empty rows. */
export function writeRows(rows: readonly SchemaRow[]): string {
  const nonEmpty = rows.filter(({ property, description }) => property !== '' || description !== '')
  return JSON.stringify(
    nonEmpty.map(({ property, type, description, required, rest }, place) => ({
      ...(rest.id === undefined && { id: place }),
      ...rest,
      property,
      description,
      type,
      required,
    })),
  )
}

export type RowIssue = { key: string; issue: 'form' | 'twice' }

export function findIssues(rows: readonly SchemaRow[]): RowIssue[] {
  return rows.flatMap(({ key, property, description }, place): RowIssue[] => {
    if (property === '' && description === '') {
      return []
    }
    if (!/^[A-Za-z_]\w*$/.test(property)) {
      return [{ key, issue: 'form' }]
    }
    return rows.slice(0, place).some((other) => other.property === property) ? [{ key, issue: 'twice' }] : []
  })
}

/** Rows from pasted JSON: a list of rows, a JSON schema or an example. Throws SyntaxError for invalid JSON. */
export function rowsFromJson(text: string): SchemaRow[] {
  const given: unknown = JSON.parse(text)
  if (Array.isArray(given)) {
    return given.map(toRow).filter(({ property }) => property !== '')
  }
  if (!isRecord(given)) {
    return []
  }
  const schema = isRecord(given.parameters) ? given.parameters : given
  return isRecord(schema.properties)
    ? rowsOfSchema(schema.properties, schema.required)
    : Object.entries(given).map(([property, value]) => ({ ...emptyRow(), property, type: typeOf(value) }))
}

function rowsOfSchema(properties: Record<string, unknown>, required: unknown): SchemaRow[] {
  const needed = Array.isArray(required) ? required : []
  return Object.entries(properties).map(([property, given]) => {
    const { type, format, description } = toRecord(given)
    return {
      ...emptyRow(),
      property,
      type: typeOfSchema(type, format),
      description: typeof description === 'string' ? description : '',
      required: needed.includes(property),
    }
  })
}

function typeOfSchema(type: unknown, format: unknown): string {
  if (type === 'integer') {
    return 'number'
  }
  const isDate = type === 'string' && (format === 'date' || format === 'date-time')
  return isDate ? 'date' : typeof type === 'string' ? type : 'string'
}

function typeOf(value: unknown): string {
  if (typeof value === 'string') {
    return /^\d{4}-\d{2}-\d{2}/.test(value) ? 'date' : 'string'
  }
  if (Array.isArray(value)) {
    return 'array'
  }
  return value === null ? 'string' : typeof value
}
