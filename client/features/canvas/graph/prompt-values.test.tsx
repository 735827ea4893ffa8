import { expect, test } from 'vitest'
import { pairValues, placeholdersIn, readValues, writeValues } from './prompt-values.ts'

test('placeholders are in single braces without a colon', () => {
  expect(placeholdersIn('Dear {name}, {{question}} {"a": 1} { city } {name}')).toEqual(['name', 'city'])
})

test('missing and unused variables are listed next to those with a value', () => {
  expect(pairValues(['{name} of {city}'], '{"city":"Izmir","old":"x"}')).toEqual([
    { name: 'name', value: undefined, extra: false },
    { name: 'city', value: 'Izmir', extra: false },
    { name: 'old', value: 'x', extra: true },
  ])
})

test('values are read from text and object, and written as text; without values nothing is written', () => {
  expect(readValues({ a: 'x', b: { c: 1 } })).toEqual({ a: 'x', b: '{"c":1}' })
  expect(readValues('{{json_0.data.instance}}')).toEqual({})
  expect(JSON.parse(writeValues(pairValues(['{a}{b}'], { a: 'x', b: 7 }), { a: 'x', b: 7 }))).toEqual({
    a: 'x',
    b: 7,
  })
  expect(writeValues(pairValues(['{a}'], ''), '')).toBe('')
})
