import type { Distribution, Labels, Metric } from './registry.ts'

/** Prometheus' text format, version 0.0.4, which every version of it reads. */
export const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export function printMetrics(metrics: readonly Metric[]): string {
  return `${metrics.flatMap(printMetric).join('\n')}\n`
}

function printMetric(metric: Metric): string[] {
  const { name, help, type } = metric
  const head = [`# HELP ${name} ${escapeHelp(help)}`, `# TYPE ${name} ${type}`]
  const lines =
    metric.type === 'histogram'
      ? metric.distributions.flatMap((each) => printDistribution(name, metric.bounds, each))
      : metric.points.map(({ labels, value }) => `${name}${printLabels(labels)} ${printNumber(value)}`)
  return lines.length === 0 ? [] : [...head, ...lines]
}

/** Buckets of the text format are cumulative. */
function printDistribution(
  name: string,
  bounds: readonly number[],
  { labels, counts, sum, count }: Distribution,
): string[] {
  let below = 0
  const buckets = [...bounds, Number.POSITIVE_INFINITY].map((bound, index) => {
    below += counts[index] ?? 0
    return `${name}_bucket${printLabels({ ...labels, le: printNumber(bound) })} ${below}`
  })
  return [
    ...buckets,
    `${name}_sum${printLabels(labels)} ${printNumber(sum)}`,
    `${name}_count${printLabels(labels)} ${count}`,
  ]
}

function printLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeValue(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function printNumber(value: number): string {
  return value === Number.POSITIVE_INFINITY ? '+Inf' : String(value)
}

function escapeHelp(text: string) {
  return text.replaceAll('\\', String.raw`\\`).replaceAll('\n', String.raw`\n`)
}

function escapeValue(text: string) {
  return escapeHelp(text).replaceAll('"', String.raw`\"`)
}
