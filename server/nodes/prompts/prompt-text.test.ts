import { expect, test } from 'vitest'
import { formatPrompt, parsePrompt, variablesIn } from './prompt-text.ts'

test.each([
  ['What is {product}?', ['product'], 'What is <product>?'],
  ['{a}{b} {a}', ['a', 'b'], '<a><b> <a>'],
  ['{ spaced } and {two words}', ['spaced', 'two words'], '<spaced> and <two words>'],
  [
    '{şehir} {user_name} {item-1} {a.b}',
    ['şehir', 'user_name', 'item-1', 'a.b'],
    '<şehir> <user_name> <item-1> <a.b>',
  ],
  ['Write {{name}} in braces', [], 'Write {name} in braces'],
  ['{{{name}}}', ['name'], '{<name>}'],
  ['Answer as {"name": "…", "tags": ["a"]}', [], 'Answer as {"name": "…", "tags": ["a"]}'],
  ['{"outer": {"inner": 1}} for {who}', ['who'], '{"outer": {"inner": 1}} for <who>'],
  ['{{"escaped": {{"inner": {value}}}}}', ['value'], '{"escaped": {"inner": <value>}}'],
  ['{ "list": [{ "a": 1 }, { "a": 2 }] }', [], '{ "list": [{ "a": 1 }, { "a": 2 }] }'],
  ['{\n  "a": "b"\n}', [], '{\n  "a": "b"\n}'],
  ['a } b { c', [], 'a } b { c'],
  ['{} {1} {a:b}', [], '{} {1} {a:b}'],
  ['', [], ''],
])('%s', (template, variables, text) => {
  const parts = parsePrompt(template)

  expect(variablesIn(parts)).toEqual(variables)
  expect(formatPrompt(parts, (name) => `<${name}>`)).toBe(text)
})

test('inserted values are not parsed again', () => {
  expect(formatPrompt(parsePrompt('{a} {b}'), (name) => (name === 'a' ? '{b}' : 'B'))).toBe('{b} B')
})
