import { z } from 'zod'
import type { JsonSchema } from '#server/http/openapi/schemas.ts'
import { procedures } from '#server/http/rest.ts'

/**
 * Valid values by field name, where the schema alone does not suffice. Ids are supplied by the caller of
 * `makeInput`.
 */
const samples: Record<string, unknown> = {
  username: 'somebody',
  email: 'somebody@example.com',
  password: 'a long enough sentence',
  newPassword: 'another long sentence',
  currentPassword: 'not the one',
  amount: '100',
  perDay: null,
  perMonth: null,
  perConversation: null,
  lowBalance: 2,
  reason: 'Because of this test',
  note: 'Because of this test',
  from: '2026-01-01',
  to: '2026-01-31',
  day: '2026-01-01',
  lastUpdatedDateTime: '2026-01-01T00:00:00.000Z',
  name: 'aName',
  keyName: 'A key',
  permissions: ['chatflows:view'],
  question: 'Hello',
  credentialName: 'openAIApi',
  plainDataObj: { openAIApiKey: 'x' },
  customerName: 'Ada Lovelace',
  address: 'Ataturk Cad. 1, Izmir',
  companyName: 'Analytical Engines',
  companyAddress: 'Ataturk Cad. 1, Izmir',
  companyPhone: '+905551112233',
  companyEmail: 'ada@example.com',
  provider: 'openai',
  model: 'some-model',
  inputUsdPerMillion: '1',
  outputUsdPerMillion: '2',
  loadMethod: 'none',
  value: 'a value',
  cursor: undefined,
}

const idName = /^(id|\w*Id|\w*id)$/

type Fields = { properties: Record<string, JsonSchema>; required: string[] }

// Suites make the input of every route dozens of times.
const known = new Map<string, Fields>()

export function fieldsOf(route: string): Fields {
  const fields = known.get(route) ?? readFields(route)
  known.set(route, fields)
  return fields
}

function readFields(route: string): Fields {
  const schema = procedures[route]?._def.inputs.at(-1)
  const json =
    schema instanceof z.ZodType
      ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
      : {}
  return { properties: json.properties ?? {}, required: json.required ?? [] }
}

export function idFieldsOf(route: string): string[] {
  return Object.keys(fieldsOf(route).properties).filter((name) => idName.test(name))
}

export function makeInput(route: string, id: string): Record<string, unknown> {
  const { properties, required } = fieldsOf(route)
  const requested = Object.entries(properties).filter(
    ([name]) => required.includes(name) || idName.test(name),
  )
  return Object.fromEntries(
    requested.map(([name, schema]) => [name, idName.test(name) ? id : sampleOf(name, schema)]),
  )
}

function sampleOf(name: string, schema: JsonSchema): unknown {
  if (name in samples && !('enum' in schema)) {
    return samples[name]
  }
  const options = schema.enum as unknown[] | undefined
  if (options) {
    return options[0]
  }
  const plain: Record<string, unknown> = { boolean: false, number: 1, integer: 1, array: [], object: {} }
  return plain[String(schema.type)] ?? 'A text long enough'
}
