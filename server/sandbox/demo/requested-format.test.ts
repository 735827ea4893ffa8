import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { OutputParser } from '#server/engine/handles.ts'
import { readInputs } from '#server/engine/read-inputs.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { aSurrounding } from '#server/testing/node-call.ts'
import { answerDemo } from '../demo-answer.ts'
import { generateValue, type Shape } from './generate-value.ts'

const order = `Read this order.
Customer: Ayşe Kaya
Twelve blue cups are to be at Moda by 2027-05-03. She pays 14.50 for each of 12 cups.`

/** A parser's format instructions, and its result for the demo model's answer to them. */
async function throughParser(name: string, given: Record<string, unknown>, say = (text: string) => text) {
  const node = catalogue.get(name)
  const { turn, label, ...rest } = aSurrounding({})
  const inputs = readInputs(node?.inputs ?? {}, given, { node: label, turn, built: new Map() })
  const parser = (await node?.build?.({
    ...rest,
    turn,
    label,
    inputs,
    credential: undefined,
  })) as OutputParser
  const messages = [{ role: 'user', text: say(`${order}\n${parser.instructions}`) }]
  const { text } = answerDemo({ messages })
  expect(answerDemo({ messages })).toEqual({ text })
  return parser.parse(text)
}

describe('replies match the format our parsers request', () => {
  test('data of named fields', async () => {
    const rows = [
      { property: 'customer', type: 'string', description: 'Who orders' },
      { property: 'cups', type: 'number', description: 'How many' },
      { property: 'paid', type: 'boolean', description: 'Whether it is paid' },
      { property: 'places', type: 'string[]', description: 'Where they go' },
    ]
    const jsonStructure = JSON.stringify(rows.map((row) => ({ ...row, type: row.type.replace('[]', '') })))

    const data = await throughParser('structuredOutputParser', { jsonStructure })

    expect(data).toMatchObject({ customer: 'Ayşe Kaya', cups: expect.any(Number), paid: true })
  })

  test('data of any shape, with its rules', async () => {
    const exampleJson = `z.array(z.object({
      title: z.string().max(40), // Title
      year: z.number().int().min(1900).max(2100),
      kind: z.enum(['Cup', 'Bowl']).optional(),
      tags: z.array(z.string()).min(2),
    }))`

    const data = await throughParser('advancedStructuredOutputParser', { exampleJson })

    expect(data).toMatchObject([
      { title: expect.any(String), tags: [expect.any(String), expect.any(String)] },
    ])
  })

  test('lists use commas or the requested separator, and have the requested length', async () => {
    expect(await throughParser('csvOutputParser', {})).not.toHaveLength(0)
    const list = { length: 2, separator: ';' }
    expect(await throughParser('customListOutputParser', list)).toHaveLength(2)
    const print = (text: string) => text.replace(order, 'Sort these: pears, apples and plums')
    expect(await throughParser('csvOutputParser', {}, print)).toEqual(['pears', 'apples', 'plums'])
  })
})

test('instructions as written by LangChain, and in a system prompt', () => {
  const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
  const text = `The output should be formatted as a JSON instance that conforms to the JSON schema below.

As an example, for the schema {"properties": {"foo": {"type": "array", "items": {"type": "string"}}}, "required": ["foo"]}
the object {"foo": ["bar", "baz"]} is well-formatted. The object {"properties": {"foo": ["bar"]}} is not.

Here is the output schema:
\`\`\`
${JSON.stringify(schema)}
\`\`\``
  const messages = [
    { role: 'system', text },
    { role: 'user', text: 'Is there rain in Izmir today?' },
  ]

  expect(JSON.parse(answerDemo({ messages }).text)).toEqual({ city: 'Izmir' })
})

test('text about JSON is not such an instruction', () => {
  const answer = (text: string) => answerDemo({ messages: [{ role: 'user', text }] }).text

  expect(() => JSON.parse(answer('What is a JSON schema? {"type":"object"}'))).toThrow()
  expect(() => JSON.parse(answer('Our API returns JSON that fits {this} text. Is it so?'))).toThrow()
})

test('values are generated within the limits of a schema, for all its types', () => {
  const shape: Shape = {
    type: 'object',
    properties: {
      id: { const: 7 },
      name: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/word' }] },
      age: { type: ['null', 'integer'], minimum: 18, maximum: 99 },
      share: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
      day: { type: 'string', format: 'date' },
      mail: { type: 'string', format: 'email' },
      list: { type: 'array', minItems: 3, items: { enum: ['a', 'b'] } },
      self: { $ref: '#/$defs/node' },
      either: { allOf: [{ type: 'object', properties: { x: { type: 'boolean' } } }] },
    },
    $defs: {
      word: { type: 'string', minLength: 5, maxLength: 6 },
      node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } },
    },
  }
  const valid = z.object({
    id: z.literal(7),
    name: z.string().min(5).max(6),
    age: z.int().min(18).max(99),
    share: z.number().gt(0).lt(1),
    day: z.iso.date(),
    mail: z.email(),
    list: z.array(z.enum(['a', 'b'])).min(3),
    self: z.object({}).loose(),
    either: z.object({ x: z.boolean() }),
  })

  for (const text of ['', 'Ada is 5 years old.', order]) {
    expect(valid.safeParse(generateValue(shape, text)).error).toBeUndefined()
  }
})

test('no text takes long: quadratic time in its length would exceed the test timeout', () => {
  for (const text of ['{', '{"', '"{', '{"a":', ' ', '\n', 'json that ', 'a: b, ']) {
    const content = `Answer with JSON that fits this JSON schema:${text.repeat(80_000)}`
    expect(answerDemo({ messages: [{ role: 'user', text: content }] }).text).not.toBe('')
  }
})
