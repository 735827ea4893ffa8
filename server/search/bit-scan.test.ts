import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import openWabt from 'wabt'
import { COMPILED, createBitScan } from './bit-scan.ts'

const source = join(import.meta.dirname, 'bit-scan.wat')

/** Numbers of 32 bits, the same in every run. */
function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9
    return (state ^ (state >>> 13)) >>> 0
  }
}

function fill(size: number, words: number) {
  const random = randomFrom(size + words)
  const rows = Array.from({ length: size }, () => Uint32Array.from({ length: words }, random))
  const scan = createBitScan(size, words)
  for (const [place, bits] of rows.entries()) {
    scan.write(place, bits)
  }
  return { rows, scan, query: Uint32Array.from({ length: words }, random) }
}

const onesOf = (word: number) => (word >>> 0).toString(2).replaceAll('0', '').length

/** Of the first 256 bits. */
function distanceOf(a: Uint32Array, b: Uint32Array) {
  return a.slice(0, 8).reduce((sum, word, place) => sum + onesOf(word ^ (b[place] ?? 0)), 0)
}

test('the compiled module is that of its source', async () => {
  const wabt = await openWabt()
  const { buffer } = wabt.parseWat(source, readFileSync(source, 'utf8')).toBinary({})
  expect(Buffer.from(buffer).toString('base64')).toBe(COMPILED)
})

test.each([1, 5, 8, 9, 12, 48])(
  'of rows of %i words, those whose first bits differ least are found',
  (words) => {
    const { rows, scan, query } = fill(3_000, words)

    const places = [...scan.closest(query, { size: 3_000, count: 50 })]

    const distances = rows.map((row) => distanceOf(row, query))
    const expected = distances.toSorted((a, b) => a - b).slice(0, 50)
    expect(new Set(places).size).toBe(50)
    expect(places.map((place) => distances[place]).sort((a, b) => Number(a) - Number(b))).toEqual(expected)
    expect(rows.every((row, place) => scan.read(place).join() === row.join())).toBe(true)
  },
)

test('rows that are not allowed, or not written yet, are never found', () => {
  const { rows, scan, query } = fill(1_000, 8)
  const isAllowed = (place: number) => place % 3 === 0
  const closestOf = (size: number, count: number) => [...scan.closest(query, { size, count, isAllowed })]

  expect(closestOf(100, 1_000)).toEqual(Array.from({ length: 34 }, (_, index) => 3 * index))
  const distances = rows.map((row, place) => (isAllowed(place) ? distanceOf(row, query) : 999))
  const [nearest] = closestOf(1_000, 1)
  expect(distances[nearest ?? 0]).toBe(Math.min(...distances))
  expect([...scan.closest(query, { size: 100, count: 5, isAllowed: () => false })]).toEqual([])
  expect([...scan.closest(query, { size: 0, count: 5 })]).toEqual([])
  expect([...scan.closest(query, { size: 1_000, count: 1_000 })]).toHaveLength(1_000)
})

test.each([1, 5, 8, 9, 12, 48])('the weights of the ones in rows of %i words are added', (words) => {
  const { rows, scan, query } = fill(200, words)
  const random = randomFrom(7)
  // Sixteen equal steps, so that nothing is rounded.
  const weights = Float32Array.from({ length: words * 32 }, (_, place) =>
    place < 2 ? place * 15 - 4 : (random() % 16) - 4,
  )

  const places = scan.closest(query, { size: 200, count: 100 })
  const sums = scan.weigh(places, weights)

  const expected = [...places].map((place) =>
    weights.reduce((sum, weight, bit) => {
      const word = rows[place]?.[bit >> 5] ?? 0
      return sum + ((word >>> (bit & 31)) & 1) * weight
    }, 0),
  )
  expect([...sums]).toEqual(expected)
})

test('equal weights weigh nothing but the ones', () => {
  const { rows, scan, query } = fill(10, 2)
  const places = scan.closest(query, { size: 10, count: 10 })
  const sums = scan.weigh(places, new Float32Array(64).fill(0.5))
  expect([...sums]).toEqual(rows.map((row) => 0.5 * row.reduce((sum, word) => sum + onesOf(word), 0)))
})
