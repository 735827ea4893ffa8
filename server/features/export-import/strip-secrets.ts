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

/** A stored upload, or one that was never stored: its content is not ours to give away. */
const isUpload = (text: string) =>
  text.startsWith('FILE-STORAGE::') || /^(\["?)?data:[^,]*;base64,/.test(text)

/**
 * Takes out of a flow, or of an assistant's details, what must not leave with it: password, file and folder fields and the
 * ids of credentials. What a field is, the catalogue knows; of nodes it has not, the descriptions in the file; and where
 * neither says anything (the settings of a component inside another), a name that is a secret's in any kind we know.
 */
export function createStripper({ catalogue, credentialKinds }: Known) {
  const secretNames = new Set(
    [...catalogue.values(), ...credentialKinds.values()].flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([name, { type }]) => (secretTypes.has(type) ? [name] : [])),
    ),
  )
  // Only texts that may hold one are read.
  const mention = new RegExp(`"(${[...credentialKeys, ...secretNames].join('|')})"`)

  const fieldsOf = (name: unknown): Fields =>
    new Map(Object.entries(catalogue.get(String(name))?.inputs ?? {}))

  /** Anything outside a node's inputs; nodes are found wherever they stand. */
  function strip(value: unknown): unknown {
    if (Array.isArray(value)) {
      return value.map(strip)
    }
    if (!isBag(value)) {
      return value
    }
    return isBag(value.inputs) ? stripNode(value, value.inputs) : mapBag(value, strip)
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

  /** Rows are described by their list; `xConfig` holds the inputs of the component that `x` names (facts/flow-format.md F6). */
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
    if (!isBag(value)) {
      return value
    }
    return isBag(value.inputs) ? stripNode(value, value.inputs) : stripInputs(value, fields)
  }

  // Older clients keep lists and settings as JSON text.
  function stripText(text: string, fields: Fields): string {
    try {
      return JSON.stringify(stripValue(JSON.parse(text), fields))
    } catch {
      return text
    }
  }

  return strip
}

/** Descriptions of fields by their names. */
function describe(params: unknown): Fields {
  const described = Array.isArray(params) ? params.filter(isBag) : []
  return described.length > 0 ? new Map(described.map((field) => [String(field.name), field])) : noFields
}

function mapBag(bag: Bag, change: (value: unknown) => unknown): Bag {
  return Object.fromEntries(Object.entries(bag).map(([key, value]) => [key, change(value)]))
}

function isBag(value: unknown): value is Bag {
  return isRecord(value)
}
