import type { Distribution, Metric, Point } from '#server/telemetry/metrics/registry.ts'
import { attributesOf, encodeResource, nanosOf, type Resource } from './otlp.ts'

type About = { version: string; resource?: Resource; startMs: number; nowMs: number }

/** Values count from the start of the process. */
const CUMULATIVE = 2

/** OTLP/HTTP JSON body: 64-bit integers as text. */
export function encodeMetrics(metrics: readonly Metric[], about: About) {
  const times = { startTimeUnixNano: nanosOf(about.startMs), timeUnixNano: nanosOf(about.nowMs) }
  const scope = { name: 'flowtill', version: about.version }
  const resource = encodeResource(about.version, about.resource)
  return {
    resourceMetrics: [
      { resource, scopeMetrics: [{ scope, metrics: metrics.map((each) => encodeMetric(each, times)) }] },
    ],
  }
}

type Times = { startTimeUnixNano: string; timeUnixNano: string }

function encodeMetric(metric: Metric, times: Times) {
  const { name, help: description } = metric
  if (metric.type === 'histogram') {
    const dataPoints = metric.distributions.map((each) => encodeDistribution(each, metric.bounds, times))
    return { name, description, histogram: { aggregationTemporality: CUMULATIVE, dataPoints } }
  }
  const dataPoints = metric.points.map((each) => encodePoint(each, times))
  return metric.type === 'counter'
    ? { name, description, sum: { aggregationTemporality: CUMULATIVE, isMonotonic: true, dataPoints } }
    : { name, description, gauge: { dataPoints } }
}

function encodePoint({ labels, value }: Point, times: Times) {
  return { ...times, attributes: attributesOf(labels), asDouble: value }
}

function encodeDistribution(
  { labels, counts, sum, count }: Distribution,
  bounds: readonly number[],
  times: Times,
) {
  return {
    ...{ ...times, attributes: attributesOf(labels), count: String(count), sum },
    ...{ bucketCounts: counts.map(String), explicitBounds: bounds },
  }
}
