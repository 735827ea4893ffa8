import { expect, test } from 'vitest'
import { fromShownPrice, toShownCount, toShownPrice, unitOf } from './price-units.ts'

test.each([
  ['tavily', 'search-credit', 'credit'],
  ['serper', 'search', 'search'],
  ['exa', 'search', 'bill'],
  ['cohere', 'rerank-v3.5', 'search'],
  ['voyage', 'rerank-2.5', 'token'],
  ['groq', 'whisper-large-v3', 'sound'],
  ['azurespeech', 'fast-transcription', 'sound'],
  ['openai', 'tts-1-hd', 'character'],
  ['openai', 'gpt-4o-mini', 'token'],
] as const)('%s %s is counted in %s', (provider, model, unit) => {
  expect(unitOf({ provider, model })).toBe(unit)
})

test('prices are parsed as written by their providers', () => {
  expect(toShownPrice('8000.00', 'credit')).toBe('8')
  expect(toShownPrice('1000', 'bill')).toBe('1')
  expect(toShownPrice('10.00', 'sound')).toBe('0.006')
  expect(toShownPrice('3.083334', 'sound')).toBe('0.00185')
  expect(toShownPrice('0.10', 'token')).toBe('0.1')
  expect(toShownCount(600, 'sound')).toBe(1)
})

test('an entered price is never rounded down, and an invalid price is undefined', () => {
  expect(fromShownPrice('8', 'search')).toBe('8000')
  expect(fromShownPrice('0.006', 'sound')).toBe('10')
  // $0.00185 a minute is 3.08333… for a million tenths of a second.
  expect(fromShownPrice('0.00185', 'sound')).toBe('3.083334')
  expect(['', '-1', '1,5', '0.0000001', 'eight'].map((text) => fromShownPrice(text, 'search'))).toEqual(
    Array(5).fill(undefined),
  )
})
