import { expect, test } from 'vitest'
import { within } from './grid.ts'
import { type Box, meet } from './place.ts'

const boxAt = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

/** Without Math.random, which would find something else each time. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state % below
  }
}

test('finds what a look at all of them finds, in the same order', () => {
  const next = numbers(7)
  const any = (size: number) => boxAt(next(40_000) - 20_000, next(40_000) - 20_000, next(size), next(size))
  const parts = new Map(Array.from({ length: 600 }, (_, index) => [`${index}`, any(1 + index * 40)]))
  let found = 0

  for (let turn = 0; turn < 300; turn += 1) {
    const box = any(turn % 3 === 0 ? 30_000 : 1_500)
    const expected = [...parts.values()].filter((part) => meet(part, box))
    expect(within(parts, box, (part) => part)).toEqual(expected)
    found += expected.length
  }
  expect(found).toBeGreaterThan(3_000)
})

test('what touches an edge is found, and nothing where nothing is', () => {
  const parts = new Map([['a', boxAt(0, 0, 1_024, 1_024)]])

  expect(within(parts, boxAt(1_024, 1_024, 5, 5), (part) => part)).toHaveLength(1)
  expect(within(parts, boxAt(1_025, 0, 5, 5), (part) => part)).toEqual([])
  expect(within(new Map<string, Box>(), boxAt(0, 0, 9, 9), (part) => part)).toEqual([])
})
