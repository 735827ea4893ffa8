import { expect, test } from 'vitest'
import { readSwitches } from './switches.ts'

const usual = { latency: 0, delay: 8, usage: 'exact' }

test.each([
  [undefined, 'Hello', usual],
  ['latency=50 tokens=20', '', { ...usual, latency: 50, tokens: 20 }],
  ['delay=0,error=503; usage=late', '', { ...usual, delay: 0, error: 503, usage: 'late' }],
  [undefined, 'Hello [[sandbox cut=3 tokens=9]] there', { ...usual, cut: 3, tokens: 9 }],
  ['tokens=1', '[[sandbox tokens=2]]', { ...usual, tokens: 2 }],
  ['tokens=-1 latency=x unknown=7 usage=free delay', '', usual],
  ['tokens=999999 latency=999999', '', { ...usual, tokens: 20_000, latency: 600_000 }],
])('%j and %j', (header, message, switches) => {
  expect(readSwitches(header, message)).toEqual(switches)
})
