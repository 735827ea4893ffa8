import { expect, test } from 'vitest'
import { readSwitches } from './switches.ts'

const defaults = { latency: 0, delay: 8, usage: 'exact' }

test.each([
  [undefined, 'Hello', defaults],
  ['latency=50 tokens=20', '', { ...defaults, latency: 50, tokens: 20 }],
  ['delay=0,error=503; usage=late', '', { ...defaults, delay: 0, error: 503, usage: 'late' }],
  [undefined, 'Hello [[sandbox cut=3 tokens=9]] there', { ...defaults, cut: 3, tokens: 9 }],
  ['tokens=1', '[[sandbox tokens=2]]', { ...defaults, tokens: 2 }],
  ['tokens=-1 latency=x unknown=7 usage=free delay', '', defaults],
  ['tokens=999999 latency=999999', '', { ...defaults, tokens: 20_000, latency: 600_000 }],
])('%j and %j', (header, message, switches) => {
  expect(readSwitches(header, message)).toEqual(switches)
})
