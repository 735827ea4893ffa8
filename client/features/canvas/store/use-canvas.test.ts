import { expect, test } from 'vitest'
import { memoizeLast } from './use-canvas.ts'

test('recomputes only for different arguments', () => {
  const seen: object[] = []
  const read = memoizeLast((one: object, other: object) => {
    seen.push(one)
    return { one, other }
  })
  const [a, b] = [{}, {}]

  expect(read(a, b)).toBe(read(a, b))
  expect(read(b, b)).toEqual({ one: b, other: b })
  expect(read(a, b)).toEqual({ one: a, other: b })
  expect(seen).toEqual([a, b, a])
})
