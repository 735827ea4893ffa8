import { expect, test } from 'vitest'
import { isShown } from './nodes.ts'

test('a field is shown while another has the value, or one of a list', () => {
  expect(isShown({ show: { type: 'json' } }, { type: 'json' })).toBe(true)
  expect(isShown({ show: { type: ['json', 'raw'] } }, { type: 'raw' })).toBe(true)
  expect(isShown({ show: { type: ['json', 'raw'] } }, { type: 'form' })).toBe(false)
  expect(isShown({ show: { on: true } }, { on: 'true' })).toBe(true)
  expect(isShown({ hide: { on: true } }, { on: true })).toBe(false)
})

test('a pattern requires any value, a name with dots is not a pattern', () => {
  expect(isShown({ show: { tool: '.+' } }, { tool: 'gmail' })).toBe(true)
  expect(isShown({ show: { tool: '.+' } }, { tool: '' })).toBe(false)
  expect(isShown({ show: { model: 'gpt-4.1' } }, { model: 'gpt-4x1' })).toBe(false)
  expect(isShown({ show: { tool: '(' } }, { tool: 'gmail' })).toBe(false)
})

test('a path refers to rows, with the index of the row', () => {
  const values = { inputs: [{ type: 'string' }, { type: 'options' }] }
  const input = { show: { 'inputs[$index].type': 'options' } }

  expect(isShown(input, values, 0)).toBe(false)
  expect(isShown(input, values, 1)).toBe(true)
})

test('one of several selected names is enough, as a list and as its text', () => {
  expect(isShown({ show: { uploads: 'pdf' } }, { uploads: '["csv","pdf"]' })).toBe(true)
  expect(isShown({ show: { uploads: 'pdf' } }, { uploads: ['pdf'] })).toBe(true)
  expect(isShown({ show: { uploads: 'pdf' } }, { uploads: '["csv"]' })).toBe(false)
})
