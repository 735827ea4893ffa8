import { expect, test } from 'vitest'
import { toMessage } from './hide-keys.ts'

test('keys that were sent never appear in a message, in any encoding', () => {
  const basic = `Basic ${btoa('ada@example.com:token-of-ada')}`
  const sent = ['q', 'serp-key-1', 'Bearer bearer-key', 'ApiKey elastic-key', basic]

  const message = toMessage('q: serp-key-1, bearer-key, elastic-key, token-of-ada for Bearer', sent)

  expect(message).toBe('q: …, …, …, … for Bearer')
  expect(toMessage(`You sent ${basic}`, sent)).toBe('You sent Basic …')
})

test('a page of HTML is not used as a message', () => {
  expect(toMessage('<p>\n  no\n</p>'.repeat(10_000), [])).toHaveLength(300)
})
