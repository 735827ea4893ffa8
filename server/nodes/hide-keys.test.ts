import { expect, test } from 'vitest'
import { sayableOf } from './hide-keys.ts'

test('keys that were sent never appear in a message, in whichever form they were sent', () => {
  const basic = `Basic ${btoa('ada@example.com:token-of-ada')}`
  const sent = ['q', 'serp-key-1', 'Bearer bearer-key', 'ApiKey elastic-key', basic]

  const said = sayableOf('q: serp-key-1, bearer-key, elastic-key, token-of-ada for Bearer', sent)

  expect(said).toBe('q: …, …, …, … for Bearer')
  expect(sayableOf(`You sent ${basic}`, sent)).toBe('You sent Basic …')
})

test('a page of HTML is no sentence', () => {
  expect(sayableOf('<p>\n  no\n</p>'.repeat(10_000), [])).toHaveLength(300)
})
