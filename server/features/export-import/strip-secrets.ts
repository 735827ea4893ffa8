import type { NodeDefinition } from '#server/engine/define-node.ts'
import { isRecord } from '#shared/json.ts'

type Bag = Record<string, unknown>
type Field = { type?: unknown; array?: unknown }
type Fields = ReadonlyMap<string, Field>

type Known = {
  catalogue: ReadonlyMap<string, Pick<NodeDefinition, 'inputs'>>
  credentialKinds: ReadonlyMap<string, Pick<NodeDefinition, 'inputs'>>
}

const secretTypes = new Set<unknown>(['password', 'file', 'folder', 'credential'])
const credentialKeys = new Set(['FLOWISE_CREDENTIAL_ID', 'credential'])
const noFields: Fields = new Map()

/** A stored or inline upload: its content is never exported. */
const isUpload = (text: string) =>
  text.startsWith('FILE-STORAGE::') || /^(\["?)?data:[^,]*;base64,/.test(text)

/**
 * Removes password, file and folder fields and credential ids from a flow or an assistant's details. The catalogue
 * says which fields these are; for unknown nodes, the descriptions in the file; otherwise (settings of a nested
 * component) any name that is secret in a known kind.
 */
export function createStripper({ catalogue, credentialKinds }: Known) {
  const secretNames = new Set(
    [...catalogue.values(), ...credentialKinds.values()].flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([name, { type }]) => (secretTypes.has(type) ? [name] : [])),
    ),
  )
  const mention = new RegExp(`"(${[...credentialKeys, ...secretNames].join('|')})"`)

  const fieldsOf = (name: unknown): Fields =>
    new Map(Object.entries(catalogue.get(String(name))?.inputs ?? {}))

  function strip(value: unknown): unknown {
    if (Array.isArray(value)) {
      return value.map(strip)
    }
    if (!isRecord(value)) {
      return value
    }
    return isRecord(value.inputs) ? stripNode(value, value.inputs) : mapBag(value, strip)
  }

  function stripNode({ credential: _, ...data }: Bag, inputs: Bag): Bag {
    const fields = new Map([...describe(data.inputParams), ...fieldsOf(data.name)])
    const rest = mapBag(data, (value) => (value === inputs ? value : strip(value)))
    return { ...rest, inputs: stripInputs(inputs, fields) }
  }

  function stripInputs(inputs: Bag, fields: Fields): Bag {
    const stored = Object.entries(inputs).filter(([name, value]) => !isSecret(name, value, fields.get(name)))
    return Object.fromEntries(
      stored.map(([name, value]) => [name, stripValue(value, describedBy(name, inputs, fields))]),
    )
  }

  function isSecret(name: string, value: unknown, field: Field | undefined) {
    return (
      credentialKeys.has(name) ||
      (field ? secretTypes.has(field.type) : secretNames.has(name)) ||
      (typeof value === 'string' && isUpload(value))
    )
  }

  /** Rows are described by their list; `xConfig` holds the inputs of the component that `x` names. */
  function describedBy(name: string, inputs: Bag, fields: Fields): Fields {
    const rows = describe(fields.get(name)?.array)
    return rows.size > 0 || !name.endsWith('Config')
      ? rows
      : fieldsOf(inputs[name.slice(0, -'Config'.length)])
  }

  function stripValue(value: unknown, fields: Fields): unknown {
    if (typeof value === 'string') {
      return mention.test(value) ? stripText(value, fields) : value
    }
    if (Array.isArray(value)) {
      return value
        .filter((each) => !(typeof each === 'string' && isUpload(each)))
        .map((each) => stripValue(each, fields))
    }
    if (!isRecord(value)) {
      return value
    }
    return isRecord(value.inputs) ? stripNode(value, value.inputs) : stripInputs(value, fields)
  }

  // Older clients store lists and settings as JSON text.
  function stripText(text: string, fields: Fields): string {
    try {
      return JSON.stringify(stripValue(JSON.parse(text), fields))
    } catch {
      return text
    }
  }

  return strip
}

function describe(params: unknown): Fields {
  const described = Array.isArray(params) ? params.filter(isRecord) : []
  return described.length > 0 ? new Map(described.map((field) => [String(field.name), field])) : noFields
}

function mapBag(bag: Bag, change: (value: unknown) => unknown): Bag {
  return Object.fromEntries(Object.entries(bag).map(([key, value]) => [key, change(value)]))
}
