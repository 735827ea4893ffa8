import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import openWabt from 'wabt'
import { COMPILED, createBitRows, ROW_WORDS } from './bit-distances.ts'

const source = join(import.meta.dirname, 'bit-distances.wat')

test('the compiled module is that of its source', async () => {
  const wabt = await openWabt()
  const { buffer } = wabt.parseWat(source, readFileSync(source, 'utf8')).toBinary({})
  expect(Buffer.from(buffer).toString('base64')).toBe(COMPILED)
})

test('counts the bits in which rows differ from a query', () => {
  const rows = createBitRows(3)
  const query = Uint32Array.from({ length: ROW_WORDS }, (_, place) => 0x9e3779b9 * (place + 1))
  rows.words.set(query, 0)
  rows.words.set(query.map((word) => ~word), ROW_WORDS)
  rows.words.set(query, 2 * ROW_WORDS)
  for (const word of query.keys()) {
    rows.words[2 * ROW_WORDS + word] = (query[word] as number) ^ (1 << (word * 4))
  }
  expect([...rows.distancesFrom(query, 3)]).toEqual([0, 256, 8])
  expect([...rows.distancesFrom(new Uint32Array(ROW_WORDS), 3)]).toEqual([...rows.words].reduce(countBits, [0, 0, 0]))
})

test('measures only the rows that are there, of more than a page', () => {
  const rows = createBitRows(10_000)
  rows.words[9_999 * ROW_WORDS] = 0b111
  expect(rows.distancesFrom(new Uint32Array(ROW_WORDS), 9_999)).toHaveLength(9_999)
  expect(rows.distancesFrom(new Uint32Array(ROW_WORDS), 10_000).at(-1)).toBe(3)
  expect(rows.bytes).toBeLessThan(10_000 * 34 + 2 * 65_536)
})

function countBits(counts: number[], word: number, place: number) {
  const row = Math.floor(place / ROW_WORDS)
  return counts.with(row, (counts[row] ?? 0) + word.toString(2).replaceAll('0', '').length)
}
