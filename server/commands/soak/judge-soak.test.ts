import { expect, test } from 'vitest'
import { type Day, judgeSoak, rules } from './judge-soak.ts'

const flatDay = (day: number): Day => ({
  ...{ day, answers: 100, p50Ms: 20, p99Ms: 80, commitMs: 2, slowStatements: 0, heapMb: 50, rssMb: 180 },
  ...{ databaseMb: 5 + day, walMb: 16, backups: Math.min(day + 1, 10), backupsMb: day * 3, errors: 0 },
})
const month = (change: (day: Day) => Partial<Day> = () => ({})) =>
  Array.from({ length: 30 }, (_, index) => flatDay(index + 1)).map((day) => ({ ...day, ...change(day) }))

test('thirty equal days break no rule', () => {
  expect(judgeSoak(month())).toEqual([])
})

/** What grows, and the words of the rule that finds it. */
const growing: [(day: Day) => Partial<Day>, string][] = [
  [({ day }) => ({ heapMb: 50 + day / 1.5 }), 'heap is flat'],
  [({ day }) => ({ rssMb: 180 + day * 6 }), 'memory is flat'],
  [({ day }) => ({ p50Ms: 20 + day * 3 }), 'answers take as long'],
  [({ day }) => ({ commitMs: 2 + day / 2 }), 'commits take as long'],
  [({ day }) => ({ databaseMb: 5 + day * day }), 'the database grows with its answers'],
  [({ day }) => ({ walMb: day === 20 ? 70 : 16 }), 'the write-ahead log'],
  [({ day }) => ({ backups: day + 1 }), 'a backup of each day'],
  [({ day }) => ({ backups: day < 7 ? day + 1 : 3 }), 'a backup of each day'],
  [({ day }) => ({ errors: day === 30 ? 1 : 0 }), 'no request'],
]

test.each(growing)('%# what grows is named', (change, words) => {
  const broken = judgeSoak(month(change))

  expect(broken).toHaveLength(1)
  expect(broken[0]).toContain(words)
  expect(rules.map(({ rule }) => rule)).toContain(broken[0])
})
