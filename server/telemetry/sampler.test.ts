import { expect, test } from 'vitest'
import { createSampler } from './sampler.ts'
import { newTraceId, readTraceparent } from './trace-context.ts'

const sampled = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), isSampled: true }
const dropped = { ...sampled, isSampled: false }

test('a ratio chooses about its share of the traces, and the same ones everywhere', () => {
  const quarter = createSampler('traceidratio', 0.25)
  const ids = Array.from({ length: 4_000 }, newTraceId)

  const chosen = ids.filter((id) => quarter(id, undefined))

  expect(chosen.length).toBeGreaterThan(800)
  expect(chosen.length).toBeLessThan(1_200)
  expect(chosen.every((id) => createSampler('traceidratio', 0.25)(id, undefined))).toBe(true)
  expect(chosen.every((id) => createSampler('traceidratio', 0.5)(id, undefined))).toBe(true)
})

test('parent-based samplers follow the caller, the others do not', () => {
  const id = newTraceId()

  expect(createSampler('parentbased_always_off', 1)(id, sampled)).toBe(true)
  expect(createSampler('parentbased_always_on', 1)(id, dropped)).toBe(false)
  expect(createSampler('parentbased_traceidratio', 0)(id, undefined)).toBe(false)
  expect(createSampler('always_on', 0)(id, dropped)).toBe(true)
  expect(createSampler('always_off', 1)(id, sampled)).toBe(false)
  expect(createSampler('traceidratio', 1)(id, dropped)).toBe(true)
})

test('a valid traceparent is read, and every other is ignored', () => {
  const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']

  expect(readTraceparent(`00-${traceId}-${spanId}-01`)).toEqual({ traceId, spanId, isSampled: true })
  expect(readTraceparent(`cc-${traceId}-${spanId}-00-later`)).toEqual({ traceId, spanId, isSampled: false })
  for (const header of [
    undefined,
    '',
    `ff-${traceId}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${traceId}-${spanId}`,
  ]) {
    expect(readTraceparent(header)).toBeUndefined()
  }
})
