import { expect, test } from 'vitest'
import { exampleOf, isOpen, readValue, toOverrides, toRows } from './override-fields.ts'

const field = (nodeId: string, name: string, type = 'string') => ({
  node: nodeId,
  nodeId,
  label: name,
  name,
  type,
})
const rows = toRows([
  field('model_0', 'temperature', 'number'),
  field('model_1', 'temperature', 'number'),
  field('chain_0', 'prompt'),
])

test('a field of several nodes names its node, other fields do not', () => {
  expect(rows.map(({ isShared }) => isShared)).toEqual([true, true, false])
  expect(toOverrides(rows, ({ type }) => exampleOf(type))).toEqual({
    temperature: { model_0: 1, model_1: 1 },
    prompt: 'example',
  })
})

test('examples and inputs match the type of their field', () => {
  expect(
    ['string', 'options', 'boolean', 'number', 'json'].map((type) => readValue(type, exampleOf(type))),
  ).toEqual(['example', 'example', true, 1, { key: 'value' }])
  expect(readValue('string', '7')).toBe('7')
  expect(readValue('number', '0.3')).toBe(0.3)
  expect(readValue('number', 'many')).toBe('many')
})

test('a field is open when its owner has enabled it and overrides in general', () => {
  const [row] = rows
  const nodes = { model_0: ['temperature'] }
  expect(row && isOpen(row, { status: true, nodes })).toBe(true)
  expect(row && isOpen(row, { status: false, nodes })).toBe(false)
  expect(row && isOpen(row, { status: true, nodes: { model_0: ['topK'] } })).toBe(false)
  const session = { status: true, nodes: { memory_0: ['sessionId'] } }
  expect(isOpen(field('memory_0', 'sessionId'), session)).toBe(false)
})
