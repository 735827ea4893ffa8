import { expect, test } from 'vitest'
import { printMetrics } from './prometheus.ts'
import { createCounter, createGauge, createHistogram, gauge } from './registry.ts'

test('counters, gauges and cumulative histograms have Prometheus’ text format', () => {
  const calls = createCounter('calls_total', 'Calls.', ['provider', 'type'])
  calls.add(2, 'openai', 'input')
  calls.add(3, 'openai', 'input')
  const open = createGauge('open', 'Open\nrequests.')
  open.add(1)
  const seconds = createHistogram('call_seconds', 'Time.', { labels: ['route'], bounds: [0.1, 1] })
  for (const value of [0.1, 0.5, 7]) {
    seconds.observe(value, '/a"b\\')
  }

  expect(printMetrics([calls.read(), open.read(), seconds.read()])).toBe(
    [
      '# HELP calls_total Calls.',
      '# TYPE calls_total counter',
      'calls_total{provider="openai",type="input"} 5',
      String.raw`# HELP open Open\nrequests.`,
      '# TYPE open gauge',
      'open 1',
      '# HELP call_seconds Time.',
      '# TYPE call_seconds histogram',
      String.raw`call_seconds_bucket{route="/a\"b\\",le="0.1"} 1`,
      String.raw`call_seconds_bucket{route="/a\"b\\",le="1"} 2`,
      String.raw`call_seconds_bucket{route="/a\"b\\",le="+Inf"} 3`,
      String.raw`call_seconds_sum{route="/a\"b\\"} 7.6`,
      String.raw`call_seconds_count{route="/a\"b\\"} 3`,
      '',
    ].join('\n'),
  )
})

test('a metric without a value is left out', () => {
  expect(
    printMetrics([gauge('healthy', 'Not known yet.'), createCounter('none', 'No.', ['kind']).read()]),
  ).toBe('\n')
})

test('values of labels beyond the limit count as one series', () => {
  const calls = createCounter('calls_total', 'Calls.', ['provider'])
  for (let index = 0; index < 5_000; index += 1) {
    calls.add(1, `provider-${index}`)
  }

  const metric = calls.read()
  const points = metric.type === 'counter' ? metric.points : []
  expect(points).toHaveLength(2_001)
  expect(points.at(-1)).toEqual({ labels: { provider: 'other' }, value: 3_000 })
})
