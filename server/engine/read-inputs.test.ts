import { describe, expect, test } from 'vitest'
import type { Input, Inputs } from './inputs.ts'
import { readInputs } from './read-inputs.ts'

const label = 'Field'
const options = [
  { label, name: 'low' },
  { label, name: 'high' },
]
const turn = { question: 'Hi', flowId: '', chatId: '', sessionId: '', messageId: '', vars: {} }
const scope = {
  node: 'Node',
  turn,
  built: new Map<string, unknown>([
    ['model_0', { a: 1 }],
    ['model_1', { b: 2 }],
  ]),
}

describe('a stored value', () => {
  test.each<[string, Input, unknown, unknown]>([
    ['text', { label, type: 'string' }, 'Say {{question}}', 'Say Hi'],
    ['a number where text is wanted', { label, type: 'string' }, 5, '5'],
    ['a number as text', { label, type: 'number' }, '0.7', 0.7],
    ['a number typed with a comma', { label, type: 'number' }, ' 0,7 ', 0.7],
    ['zero', { label, type: 'number', default: 5 }, 0, 0],
    ['false', { label, type: 'boolean', default: true }, false, false],
    ['true as text', { label, type: 'boolean' }, 'true', true],
    ['false as text', { label, type: 'boolean', default: true }, 'false', false],
    ['JSON text', { label, type: 'json' }, '{"a":"{{question}}"}', { a: 'Hi' }],
    [
      'JSON around the data of another node',
      { label, type: 'json' },
      '{"a":{{model_0.data.instance}}}',
      { a: { a: 1 } },
    ],
    ['JSON', { label, type: 'json' }, { a: [1] }, { a: [1] }],
    ['rows', { label, type: 'array' }, '[{"a":1}]', [{ a: 1 }]],
    ['a choice', { label, type: 'options', options }, 'high', 'high'],
    ['choices as text', { label, type: 'multiOptions', options }, '["low","high"]', ['low', 'high']],
    ['a password, never interpolated', { label, type: 'password' }, '{{question}}', '{{question}}'],
    ['code, never interpolated', { label, type: 'code' }, 'return {{question}}', 'return {{question}}'],
    [
      'stored files',
      { label, type: 'file', fileType: '.pdf' },
      'FILE-STORAGE::["a.pdf","b.pdf"]',
      ['a.pdf', 'b.pdf'],
    ],
    [
      'a file of an older version',
      { label, type: 'file', fileType: '.pdf' },
      'FILE-STORAGE::a.pdf',
      ['a.pdf'],
    ],
    ['a handle', { label, type: 'BaseChatModel' }, '{{model_0.data.instance}}', { a: 1 }],
    [
      'handles, each once',
      { label, type: 'Moderation', list: true },
      ['{{model_0.data.instance}}', '{{model_1.data.instance}}', '{{model_0.data.instance}}'],
      [{ a: 1 }, { b: 2 }],
    ],
  ])('%s', (_, input, stored, value) => {
    expect(read({ field: input }, { field: stored })).toEqual({ field: value })
  })
})

describe('an absent value', () => {
  const withDefault: Input = { label, type: 'number', default: 5 }
  const clearable: Input = { label, type: 'number', default: 5, optional: true }

  test.each<[string, Input, Record<string, unknown>, unknown]>([
    ['missing, with a default', withDefault, {}, 5],
    ['cleared, with a default', withDefault, { field: '' }, 5],
    ['missing, clearable', clearable, {}, 5],
    ['cleared, clearable', clearable, { field: '' }, undefined],
    ['null', clearable, { field: null }, 5],
    ['no connection to a list', { label, type: 'Moderation', list: true }, { field: '' }, []],
    ['hidden, whatever it holds', { label, type: 'number', show: { other: true } }, { field: 7 }, undefined],
    ['hidden by another', { label, type: 'number', hide: { other: '' } }, { field: 7 }, undefined],
  ])('%s', (_, input, stored, value) => {
    expect(read({ field: input }, stored)).toEqual({ field: value })
  })

  test('conditions include defaults', () => {
    const inputs: Inputs = {
      mode: { label, type: 'options', options, default: 'high' },
      field: { label, type: 'number', default: 1, show: { mode: ['high'] } },
    }

    expect(read(inputs, {})).toEqual({ mode: 'high', field: 1 })
    expect(read(inputs, { mode: 'low' })).toEqual({ mode: 'low', field: undefined })
  })
})

describe('names node and field when', () => {
  test.each<[string, Input, unknown, string]>([
    ['nothing is there', { label, type: 'string' }, '', 'Node: Field is required.'],
    ['a number is none', { label, type: 'number' }, 'warm', 'Node: Field is not valid.'],
    ['JSON is broken', { label, type: 'json' }, '{"a":', 'Node: Field is not valid.'],
    ['rows are no list', { label, type: 'array' }, '{"a":1}', 'Node: Field is not valid.'],
    ['a choice is not offered', { label, type: 'options', options }, 'middle', 'Node: Field is not valid.'],
    [
      'one of the choices is not offered',
      { label, type: 'multiOptions', options },
      '["low","x"]',
      'Node: Field is not valid.',
    ],
    [
      'a handle was not built',
      { label, type: 'BaseChatModel' },
      '{{gone_0.data.instance}}',
      'Node: Field is not valid.',
    ],
    ['a handle is no reference', { label, type: 'BaseChatModel' }, 'gpt', 'Node: Field is not valid.'],
  ])('%s', (_, input, stored, sentence) => {
    expect(() => read({ field: input }, { field: stored })).toThrow(sentence)
  })
})

test('a model is passed with the name of the node that uses it', () => {
  const heldBy = (holder: unknown) => ({ holder })
  const built = new Map<string, unknown>([['model_0', { stream: () => undefined, heldBy }]])
  const holder = { id: 'chain_0', listens: true }

  const values = readInputs(
    { model: { label, type: 'BaseChatModel' } },
    { model: '{{model_0.data.instance}}' },
    { ...scope, built, holder },
  )

  expect(values).toEqual({ model: { holder } })
})

function read(inputs: Inputs, stored: Record<string, unknown>) {
  return readInputs(inputs, stored, scope)
}
