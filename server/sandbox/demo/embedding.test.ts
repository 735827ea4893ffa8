import { expect, test } from 'vitest'
import { embed } from './embedding.ts'

test('a vector has the requested dimensions, and length one', () => {
  for (const dimensions of [8, 256, 1536]) {
    const vector = embed('The museum opens at nine.', dimensions)

    expect(vector).toHaveLength(dimensions)
    expect(Math.hypot(...vector)).toBeCloseTo(1, 10)
  }
})

test('the same text has the same vector', () => {
  expect(embed('Good morning, Izmir')).toEqual(embed('Good morning, Izmir'))
})

test.each([
  ['When does the museum open?', 'The museum opens at nine.', 'Dogs must stay outside.'],
  ['İade süresi ne kadar?', 'İadeler 14 gün içinde kabul edilir.', 'Havuz yazın açıktır.'],
  ['cancel my subscription', 'How subscriptions are cancelled', 'Recipes for lentil soup'],
  ['IŞIKLAR', 'ışık', 'deniz'],
])('%s is more similar to %s than to %s', (text, near, far) => {
  expect(similarity(text, near)).toBeGreaterThan(similarity(text, far) + 0.1)
})

test('an empty text has a unit vector too', () => {
  expect(Math.hypot(...embed(''))).toBe(1)
  expect(Math.hypot(...embed('😀'))).toBe(1)
})

function similarity(a: string, b: string) {
  const [one, two] = [embed(a), embed(b)]
  return one.reduce((sum, value, at) => sum + value * (two[at] ?? 0), 0)
}
