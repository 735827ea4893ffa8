import type { JsonSchema } from './schemas.ts'

const ID = '3f2b9c1e-6a54-4d0b-9a7e-2f8f1c0d5b21'
const DATE = '2026-03-14T09:26:53.589Z'

const byName: Record<string, unknown> = {
  name: 'Support assistant',
  username: 'ada',
  email: 'ada@example.com',
  companyEmail: 'billing@example.com',
  customerName: 'Ada Lovelace',
  companyName: 'Analytical Engines',
  address: 'Atatürk Cad. 1, İzmir',
  companyAddress: 'Atatürk Cad. 1, İzmir',
  phone: '5551112233',
  companyPhone: '+905551112233',
  phoneCountryCode: '+90',
  companyPhoneCountryCode: '+90',
  companyVatNo: '1234567890',
  password: 'correct horse battery',
  currentPassword: 'correct horse battery',
  newPassword: 'a better password',
  token: 'ft_session_6b1f0c',
  question: 'What does Flowtill do?',
  text: 'Flowtill runs AI flows that you build on a canvas.',
  content: 'Flowtill runs AI flows that you build on a canvas.',
  chatId: 'b7d1a3f0-52a7-4a8e-8d3f-0c1b2a3d4e5f',
  sessionId: 'b7d1a3f0-52a7-4a8e-8d3f-0c1b2a3d4e5f',
  flowData: '{"nodes":[],"edges":[]}',
  amount: 25,
  balance: 24.8134,
  available: 24.8134,
  cost: 0.0021,
  reason: 'Paid by bank transfer',
  currency: 'USD',
  model: 'gpt-4o-mini',
  provider: 'openai',
  credentialName: 'openAIApi',
  permissions: ['chatflows:view', 'chatflows:update'],
  keyName: 'Website',
  category: 'support;website',
  description: 'Answers questions of visitors.',
  version: '1.0.0',
  url: 'https://example.com',
  mime: 'image/png',
  mimeType: 'application/pdf',
  label: 'Chat model',
  device: 'Firefox on Linux',
  day: '2026-03-14',
  from: '2026-03-01',
  to: '2026-03-31',
  rateDate: '2026-03-13',
  exchangeRate: 43.1275,
  bulletinNo: '2026/51',
  reference: 'FT20260314092653',
  iframe_url: 'https://www.paytr.com/odeme/guvenli/9f1c',
  value: 'Europe/Istanbul',
  note: 'Confirmed with the bank',
  inputUsdPerMillion: '0.15',
  outputUsdPerMillion: '0.6',
  cacheReadUsdPerMillion: '0.075',
  cacheWriteUsdPerMillion: '0',
}

export function createSampler(named: Record<string, JsonSchema>) {
  function sample(schema: JsonSchema, name = '', depth = 0): unknown {
    const { $ref, allOf } = schema
    const stated = schema.const ?? (Array.isArray(schema.enum) ? schema.enum[0] : undefined)
    if (stated !== undefined) {
      return stated
    }
    if (Array.isArray(allOf)) {
      return Object.assign({}, ...allOf.map((part) => sample(part, name, depth)))
    }
    const target = $ref ? named[$ref.split('/').at(-1) ?? ''] : firstChoice(schema)
    return target ? sample(target, name, depth) : sampleType(schema, name, depth)
  }

  function sampleType(schema: JsonSchema, name: string, depth: number): unknown {
    const type = [schema.type ?? 'any'].flat()[0]
    const known = byName[name]
    if (type === 'object' || schema.properties) {
      return sampleObject(schema, depth)
    }
    if (type === 'array') {
      return sampleArray(schema, name, depth)
    }
    return typeof known === type && fits(known, schema) ? known : scalar(schema, type ?? '', name)
  }

  function sampleArray(schema: JsonSchema, name: string, depth: number) {
    const known = byName[name]
    if (Array.isArray(known)) {
      return known
    }
    const isOpen = schema.items?.$ref === '#/components/schemas/JsonValue'
    return isOpen || !schema.items || depth > 5 ? [] : [sample(schema.items, name, depth + 1)]
  }

  function sampleObject({ properties = {}, required = [] }: JsonSchema, depth: number) {
    const shown = Object.entries(properties).filter(([name]) => required.includes(name) || depth < 1)
    return Object.fromEntries(shown.map(([name, property]) => [name, sample(property, name, depth + 1)]))
  }

  return (schema: JsonSchema) => sample(schema)
}

function fits(value: unknown, { pattern }: JsonSchema) {
  return typeof pattern !== 'string' || new RegExp(pattern).test(String(value))
}

function firstChoice({ anyOf, oneOf }: JsonSchema) {
  return ([anyOf ?? oneOf ?? []].flat() as JsonSchema[])[0]
}

function scalar(schema: JsonSchema, type: string, name: string): unknown {
  const { format } = schema
  const texts: Record<string, string> = {
    'date-time': DATE,
    date: '2026-03-14',
    uri: 'https://example.com',
    email: 'ada@example.com',
  }
  if (type === 'string') {
    return texts[String(format)] ?? (/(^i|I)d$|^id$/.test(name) ? ID : 'text')
  }
  const values: Record<string, unknown> = {
    integer: Number(schema.minimum ?? 0) || 1,
    number: Number(schema.minimum ?? 0) || 1,
    boolean: false,
    null: null,
  }
  return values[type] ?? (type === 'any' ? {} : null)
}
