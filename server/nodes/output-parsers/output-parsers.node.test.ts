import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { NodeDefinition } from '#server/engine/define-node.ts'
import type { OutputParser } from '#server/engine/handles.ts'
import type { ChatRequest, Ports } from '#server/engine/ports.ts'
import { readInputs } from '#server/engine/read-inputs.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { aSurrounding } from '#server/testing/node-call.ts'
import { prepareRun } from '#server/testing/run-test-flow.ts'
import { AppError } from '#shared/errors.ts'
import { referenceTo } from '#shared/flow-file.ts'
import { readJson } from './read-json.ts'

function parserOf(name: string, stored: Record<string, unknown> = {}): OutputParser {
  const node = catalogue.get(name) as NodeDefinition
  const surrounding = aSurrounding({}, name)
  const scope = { node: name, turn: surrounding.turn, built: new Map<string, unknown>() }
  const call = { ...surrounding, inputs: readInputs(node.inputs, stored, scope), credential: undefined }
  return node.build?.(call) as OutputParser
}

describe('lists', () => {
  test.each([
    ['apple, pear,plum', ['apple', 'pear', 'plum']],
    ['"Oslo, Norway", Rome,', ['Oslo, Norway', 'Rome']],
    ['```\na, b\n```', ['a', 'b']],
    ['5" pipe, 3 nails', ['5" pipe', '3 nails']],
  ])('are read from %j', async (text, values) => {
    expect(await parserOf('csvOutputParser').parse(text)).toEqual(values)
  })

  test('can use another separator, and a fixed length', async () => {
    const parser = parserOf('customListOutputParser', { separator: ';', length: '2' })

    expect(await parser.parse('a; b')).toEqual(['a', 'b'])
    await expect(parser.parse('a; b; c')).rejects.toMatchObject({
      code: 'MODEL_OUTPUT',
      message: expect.stringContaining('3 values instead of 2'),
    })
    expect(parser.instructions).toContain('exactly 2 values')
  })
})

describe('JSON as written by models', () => {
  test.each<[string, unknown]>([
    ['{"a": 1}', { a: 1 }],
    ['Sure! Here it is:\n```json\n{"a": [1, 2]}\n```\nAnything else?', { a: [1, 2] }],
    ['The answer is {"a": "x"}.', { a: 'x' }],
    ['{"a": 1, "b": [1, 2,],}', { a: 1, b: [1, 2] }],
    ['{“a”: “x”}', { a: 'x' }],
    ['{"a": "two\nlines"}', { a: 'two\nlines' }],
    ['{"a": [1, {"b": "x', { a: [1, { b: 'x' }] }],
    ['{"a": "he said: {no}, [never],"}', { a: 'he said: {no}, [never],' }],
    ['no JSON at all', undefined],
  ])('%j', (text, value) => {
    expect(readJson(text)).toEqual(value)
  })

  test('valid JSON is read unchanged, alone, in a fence and between sentences', () => {
    fc.assert(
      fc.property(fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue())), (value) => {
        const text = JSON.stringify(value)
        expect(readJson(text)).toEqual(JSON.parse(text))
        expect(readJson(`\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``)).toEqual(JSON.parse(text))
      }),
    )
  })
})

test('a structured parser requests its properties and checks them', async () => {
  const parser = parserOf('structuredOutputParser', {
    jsonStructure: JSON.stringify([
      { id: 1, property: 'city', type: 'string', description: 'Where' },
      { id: 2, property: 'tags', type: 'string[]', description: '' },
    ]),
  })

  expect(parser.instructions).toContain('"city":{"type":"string","description":"Where"}')
  expect(await parser.parse('{"city":"Izmir","tags":["sea"],"more":1}')).toEqual({
    city: 'Izmir',
    tags: ['sea'],
  })
  await expect(parser.parse('{"city":"Izmir","tags":"sea"}')).rejects.toMatchObject({
    code: 'MODEL_OUTPUT',
    message: expect.stringMatching(/does not fit\. tags: /),
  })
  expect(() => parserOf('structuredOutputParser', { jsonStructure: '[{"type":"string"}]' })).toThrow(AppError)
})

describe('a Zod schema in text', () => {
  const movies = `z.array(z.object({
    title: z.string(), // Title of the movie
    year: z.number().int(), /* when */
    genres: z.enum(["Action", 'Comedy']).array().max(2),
    note: z.string().max(5).optional().describe("short"),
    more: z.union([z.string(), z.null()]).default("x"),
  }));`

  test('is parsed, sent to the model and enforced', async () => {
    const parser = parserOf('advancedStructuredOutputParser', { exampleJson: movies, autofixParser: true })
    const movie = { title: 'Alien', year: 1979, genres: ['Action'] }

    expect(parser.autofix).toBe(true)
    expect(parser.instructions).toContain('"enum":["Action","Comedy"]')
    expect(parser.instructions).toContain('// Title of the movie')
    expect(await parser.parse(JSON.stringify([movie]))).toEqual([{ ...movie, more: 'x' }])
    for (const wrong of [
      { year: 1979.5 },
      { genres: ['Drama'] },
      { genres: ['Action', 'Action', 'Action'] },
      { note: 'too long' },
    ]) {
      await expect(parser.parse(JSON.stringify([{ ...movie, ...wrong }]))).rejects.toMatchObject({
        code: 'MODEL_OUTPUT',
      })
    }
  })

  test.each([
    'process.exit(1)',
    'z.string().constructor("return process")()',
    'z.constructor("x")',
    'z.__proto__()',
    'z.string().transform(x => x)',
    'z.string().refine(() => fetch("http://x"))',
    'z.object({ ["a" + "b"]: z.string() })',
    'z.string(`' + '$' + '{process.env}`)',
    'z.lazy(() => z.string())',
    'z.string(); z.number()',
    'z.object({ a: 1 })',
    'z.enum([])',
    '"text"',
    'z.string().max("long")',
    '',
    `${'z.array('.repeat(60)}z.string()${')'.repeat(60)}`,
    `z.string()${'.optional()'.repeat(3_000)}`,
  ])('is rejected and never run if invalid: %s', (exampleJson) => {
    expect(() => parserOf('advancedStructuredOutputParser', { exampleJson: exampleJson || ' ' })).toThrow(
      AppError,
    )
  })

  test('cannot change the prototype of an object', async () => {
    const parser = parserOf('advancedStructuredOutputParser', {
      exampleJson: 'z.object({ __proto__: z.string() })',
    })

    const value = await parser.parse('{"__proto__": "x"}').catch(() => ({}))

    expect(Object.getPrototypeOf(value ?? {})).toBe(Object.prototype)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('in a chain', () => {
  const flow = (parser: Record<string, unknown>) =>
    buildFlow([
      { name: 'chatOpenAI', credential: 'chosen' },
      { name: 'promptTemplate', inputs: { template: 'Cities by {what}\n{format_instructions}' } },
      { name: 'csvOutputParser', inputs: { autofixParser: true } },
      {
        name: 'structuredOutputParser',
        inputs: { jsonStructure: '[{"property":"city","type":"string"}]', ...parser },
      },
      {
        name: 'llmChain',
        inputs: {
          model: referenceTo('chatOpenAI_0'),
          prompt: referenceTo('promptTemplate_0'),
          outputParser: referenceTo('structuredOutputParser_0'),
        },
      },
    ])

  test('an answer becomes data; the prompt contained the instructions', async () => {
    const { requests, chat } = answering('{"city":"Izmir"}')

    const { json } = await prepareRun({ flow: flow({}), chat, question: 'the sea' }).run()

    expect(json).toEqual({ city: 'Izmir' })
    expect(requests[0]?.messages[0]?.content).toMatch(/^Cities by the sea\nAnswer with JSON that fits/)
  })

  test('a prompt without {format_instructions} gets them at its end', async () => {
    const plain = flow({})
    const prompt = plain.nodes.find(({ data }) => data.name === 'promptTemplate')
    Object.assign(prompt?.data.inputs ?? {}, { template: 'Cities by {what}' })
    const { requests, chat } = answering('{"city":"Izmir"}')

    await prepareRun({ flow: plain, chat, question: 'the sea' }).run()

    expect(requests[0]?.messages).toHaveLength(1)
    expect(requests[0]?.messages[0]?.content).toMatch(/^Cities by the sea\n\nAnswer with JSON that fits/)
  })

  test('of a chat prompt they end the last user message', async () => {
    const parser = referenceTo('csvOutputParser_0')
    const chatFlow = buildFlow([
      { name: 'chatOpenAI', credential: 'chosen' },
      {
        name: 'chatPromptTemplate',
        inputs: { systemMessagePrompt: 'You list.', humanMessagePrompt: '{text}' },
      },
      { name: 'csvOutputParser' },
      {
        name: 'llmChain',
        inputs: {
          model: referenceTo('chatOpenAI_0'),
          prompt: referenceTo('chatPromptTemplate_0'),
          outputParser: parser,
        },
      },
    ])
    const { requests, chat } = answering('red, blue')

    const { json } = await prepareRun({ flow: chatFlow, chat, question: 'Two colours' }).run()

    expect(json).toEqual(['red', 'blue'])
    expect(requests[0]?.messages.map(({ content }) => content)).toEqual([
      'You list.',
      expect.stringMatching(/^Two colours\n\nAnswer with a list of values/),
    ])
  })

  test('the repair is a separate call in the log', async () => {
    const { chat } = answering('Izmir', '{"city":"Izmir"}')
    const { run, events } = prepareRun({ flow: flow({ autofixParser: true }), chat })

    await run()

    const calls = events.filter(({ type }) => type === 'model_called' || type === 'model_finished')
    expect(calls).toHaveLength(4)
  })

  test('an unreadable answer is repaired once, if enabled', async () => {
    const { requests, chat } = answering('Izmir', '{"city":"Izmir"}')

    const { json } = await prepareRun({ flow: flow({ autofixParser: 'true' }), chat }).run()

    expect(json).toEqual({ city: 'Izmir' })
    expect(requests).toHaveLength(2)
    expect(requests[1]?.messages[0]?.content).toContain('the answer is no JSON')
  })

  test('and is an error if repair is disabled, or failed', async () => {
    const once = answering('Izmir')
    const twice = answering('Izmir', 'Izmir!')

    await expect(prepareRun({ flow: flow({}), chat: once.chat }).run()).rejects.toMatchObject({
      code: 'MODEL_OUTPUT',
    })
    await expect(
      prepareRun({ flow: flow({ autofixParser: true }), chat: twice.chat }).run(),
    ).rejects.toMatchObject({ code: 'MODEL_OUTPUT' })
    expect([once.requests.length, twice.requests.length]).toEqual([1, 2])
  })
})

function answering(...texts: string[]) {
  const requests: ChatRequest[] = []
  const usage = { input: 1, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 }
  const chat: Ports['chat'] = async function* (_, request) {
    requests.push(request)
    const text = texts[requests.length - 1] ?? ''
    yield { text }
    return { text, usage, estimated: false }
  }
  return { requests, chat }
}
