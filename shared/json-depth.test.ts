import { expect, test } from 'vitest'
import { jsonDepth } from './json-depth.ts'

test.each([
  ['1', 0],
  ['"[[["', 0],
  ['{"a":[1,{"b":2}],"c":[]}', 3],
  ['["\\"[[", "\\\\", [1]]', 2],
  ['["\\\\\\"[[[', 1],
  ['[[}}]]', 2],
])('the depth of %s is %i', (text, depth) => {
  expect(jsonDepth(text)).toBe(depth)
})

test('counting stops above the limit of the caller', () => {
  expect(jsonDepth('['.repeat(100_000), 50)).toBe(51)
})
